// 2^-x in integers. Goals, in order: the same bits everywhere; an error below 2^-52; full *relative*
// precision of 1 - 2^-x for small x, so that nothing is lost where two half-lives nearly agree.

/// 2^(-i/64) as Q0.64, rounded to nearest; the first entry is 1 less five units.
///
/// One unit would fit; the other four are the mean of what the cut products leave of 2^-x beyond its
/// due, which a long half-life would multiply in 1 - 2^-x: the area of a sip of one second needs them.
///
/// In a section of its own, so that a linker drops the other constants where nothing uses them.
#if hasFeature(Embedded)
  @section(".rodata.caffeine_decay")
#endif
let decayTable: InlineArray<64, UInt64> = [
  0xFFFF_FFFF_FFFF_FFFB, 0xFD3E_0C0C_F486_C175, 0xFA83_B2DB_722A_033A, 0xF7D0_DF73_0AD1_3BB9,
  0xF525_7D15_2486_CC2C, 0xF281_773C_59FF_B13A, 0xEFE4_B99B_DCDA_F5CB, 0xED4F_301E_D994_2B84,
  0xEAC0_C6E7_DD24_392F, 0xE839_6A50_3C4B_DC68, 0xE5B9_06E7_7C83_48A8, 0xE33F_8972_BE8A_5A51,
  0xE0CC_DEEC_2A94_E111, 0xDE60_F482_5E0E_9124, 0xDBFB_B797_DAF2_3755, 0xD99D_15C2_78AF_D7B6,
  0xD744_FCCA_D69D_6AF4, 0xD4F3_5AAB_CFED_FA1F, 0xD2A8_1D91_F12A_E45A, 0xD063_33DA_EF2B_2595,
  0xCE24_8C15_1F84_80E4, 0xCBEC_14FE_F272_7C5D, 0xC9B9_BD86_6E2F_27A3, 0xC78D_74C8_ABB9_B15D,
  0xC567_2A11_5506_DADD, 0xC346_CCDA_2497_6407, 0xC12C_4CCA_6670_9456, 0xBF17_99B6_7A73_1083,
  0xBD08_A39F_580C_36BF, 0xBAFF_5AB2_133E_45FB, 0xB8FB_AF47_62FB_9EE9, 0xB6FD_91E3_28D1_7791,
  0xB504_F333_F9DE_6484, 0xB311_C412_A911_2489, 0xB123_F581_D2AC_2590, 0xAF3B_78AD_690A_4375,
  0xAD58_3EEA_42A1_4AC6, 0xAB7A_39B5_A93E_D337, 0xA9A1_5AB4_EA7C_0EF8, 0xA7CD_93B4_E965_356A,
  0xA5FE_D6A9_B151_38EA, 0xA435_15AE_09E6_809E, 0xA270_4303_0C49_6819, 0xA0B0_510F_B971_4FC2,
  0x9EF5_3260_91A1_11AE, 0x9D3E_D9A7_2CFF_B751, 0x9B8D_39B9_D54E_5539, 0x99E0_4593_20B7_FA65,
  0x9837_F051_8DB8_A96F, 0x9694_2D37_2018_5A00, 0x94F4_EFA8_FEF7_0961, 0x935A_2B2F_13E6_E92C,
  0x91C3_D373_AB11_C336, 0x9031_DC43_1466_B1DC, 0x8EA4_398B_45CD_53C0, 0x8D1A_DF5B_7E5B_A9E6,
  0x8B95_C1E3_EA8B_D6E7, 0x8A14_D575_496E_FD9A, 0x8898_0E80_92DA_8527, 0x871F_6196_9E8D_1010,
  0x85AA_C367_CC48_7B15, 0x843A_28C3_ACDE_4046, 0x82CD_8698_AC2B_A1D7, 0x8164_D1F3_BC03_0773,
]

/// (1 - 2^-x) / x for x below 1/64, all Q0.64.
///
/// The first six terms of the series of ln 2 · (1 - e^-z) / z, z = x·ln 2, in x·64 so that each
/// coefficient fills its word; the seventh is below 2^-52.
/// - Complexity: four 32-bit products and one of 64 bits.
/// - Accuracy: 2^-47, so x · result is within 2^-53 (`ExponentialTests`).
@inline(never)
func decayQuotient(_ x: UInt64) -> UInt64 {
  let s = x &<< 6, s32 = s.high
  let q4 = 1_466_040_222 &- highProduct(s32, 2_646_306)  // units of 2^-64
  let q3 = 2_643_811_198 &- highProduct(s32, q4) &>> 8  // 2^-56
  let q2 = 3_814_213_304 &- highProduct(s32, q3) &>> 8  // 2^-48
  let q1 = 0x00F5_FDEF_FC16_2C75 &- wideProduct(s32, q2) &>> 16  // 2^-64
  return 0xB172_17F7_D1CF_79AC &- highProduct(s, q1)
}

/// 2^-(octaves + fraction) as Q0.64; 0 from 64 octaves on.
///
/// - Parameters:
///   - octaves: The whole part of the exponent.
///   - fraction: The rest, Q0.64.
/// - Complexity: O(1), no division; 13 products of 32 bits.
@inline(never)
func decay(octaves: UInt32, fraction: UInt64) -> UInt64 {
  guard octaves < 64 else { return 0 }
  let index = Int(truncatingIfNeeded: fraction &>> 58)
  let rest = fraction & (1 &<< 58 &- 1)
  let step = decayTable[unchecked: index]
  return (step &- highProduct(step, highProduct(rest, decayQuotient(rest))))
    &>> UInt64(octaves)
}
