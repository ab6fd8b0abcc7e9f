/// What `caffeine-sim help powercut` prints.
extension Help {
  static let powercut = """
    caffeine-sim powercut [--cuts N] [--seed S] [--geometry UNIT/BLOCKxCOUNT]

    Keeps ledgers in journals on emulated flash and cuts the power at every program and erase:
    before it, within it, with the rest as it was, random, half done or unreadable until it is
    erased, and after it. After each cut the journal is mounted: the ledger has to be, to the
    byte, as it was kept last or as the call under way would have kept it; of a call that keeps
    several changes each is there or not. Then life goes on: what is appended after the cut
    is kept, and one time in eight the power goes again meanwhile. Every fourth history has 300
    cuts in a row, each before a checkpoint is whole. In every other history what was not synced
    may be lost, block by block or slot by slot.

    The changes: drinks, edits, removals, plans, drinks without a date, another profile, the
    clock set, a peer's page, aliases, several at once, all drinks wiped, the device formatted.
    The devices: program units of 1 to 32 bytes, blocks of 256 bytes to 128 KiB, 2 to 53 of
    them, erased to 0xFF and to 0x00. The first cut that costs something is printed with how to
    replay it; exit status 1.

      --cuts N       at least so many: 100000 unless given
      --seed S       the first history's seed: 1 unless given
      --geometry G   one device: 8/4096x16, or 8/4096x16/00 where erased bytes are 0x00

    Example
      caffeine-sim powercut --cuts 1000000

    """
}
