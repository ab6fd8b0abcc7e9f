/// Writes the curve of a day as CSV: whole µg every five minutes.
enum CSVRenderer {
  static func text(_ plan: DayPlan, _ result: DayResult) -> String {
    var text = "time_s,local_time,gut_ug,body_ug,flags\n"
    for sample in result.samples {
      let amounts = sample.amounts
      text +=
        "\(sample.time),\(plan.clock.isoText(sample.time)),\(amounts.gut.micrograms),"
        + "\(amounts.body.micrograms),\(amounts.flags.rawValue)\n"
    }
    return text
  }
}
