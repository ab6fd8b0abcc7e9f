@testable import CaffeineEngine

/// Exact values to test the exponential against.
enum ExactExponentials {
  struct Power {
    var octaves: UInt32
    var fraction: UInt64
    /// 2^-(octaves + fraction), Q0.64, rounded to nearest; 1 as the largest number.
    var value: UInt64
  }

  struct Quotient {
    var x: UInt64
    /// (1 - 2^-x) / x, Q0.64, rounded to nearest.
    var value: UInt64
  }

  /// From Python's mpmath at 400 bits.
  static let powers: [Power] = [
    Power(octaves: 0, fraction: 0x0000_0000_0000_0000, value: 0xFFFF_FFFF_FFFF_FFFF),
    Power(octaves: 0, fraction: 0x0000_0000_0000_0001, value: 0xFFFF_FFFF_FFFF_FFFF),
    Power(octaves: 0, fraction: 0x0000_0000_0010_0000, value: 0xFFFF_FFFF_FFF4_E8DF),
    Power(octaves: 0, fraction: 0x0000_0100_0000_0000, value: 0xFFFF_FF4E_8DE8_45AE),
    Power(octaves: 0, fraction: 0x0200_0000_0000_0000, value: 0xFE9E_115C_7B8F_884C),
    Power(octaves: 0, fraction: 0x03FF_FFFF_FFFF_FFFF, value: 0xFD3E_0C0C_F486_C175),
    Power(octaves: 0, fraction: 0x0400_0000_0000_0000, value: 0xFD3E_0C0C_F486_C175),
    Power(octaves: 0, fraction: 0x0400_0000_0000_0001, value: 0xFD3E_0C0C_F486_C174),
    Power(octaves: 0, fraction: 0x8000_0000_0000_0000, value: 0xB504_F333_F9DE_6484),
    Power(octaves: 0, fraction: 0x7FFF_FFFF_FFFF_FFFF, value: 0xB504_F333_F9DE_6485),
    Power(octaves: 0, fraction: 0xFFFF_FFFF_FFFF_FFFF, value: 0x8000_0000_0000_0000),
    Power(octaves: 1, fraction: 0x0000_0000_0000_0000, value: 0x8000_0000_0000_0000),
    Power(octaves: 1, fraction: 0xFFFF_FFFF_FFFF_FFFF, value: 0x4000_0000_0000_0000),
    Power(octaves: 5, fraction: 0x4000_0000_0000_0000, value: 0x06BA_27E6_56B4_EB58),
    Power(octaves: 31, fraction: 0x002B_DC54_5D6B_4B87, value: 0x0000_0001_FFC3_35D7),
    Power(octaves: 32, fraction: 0x0000_0000_0000_0000, value: 0x0000_0001_0000_0000),
    Power(octaves: 33, fraction: 0x5555_5555_5555_5555, value: 0x0000_0000_6597_FA95),
    Power(octaves: 62, fraction: 0xFFFF_FFFF_FFFF_FFFF, value: 0x0000_0000_0000_0002),
    Power(octaves: 63, fraction: 0x0000_0000_0000_0000, value: 0x0000_0000_0000_0002),
    Power(octaves: 63, fraction: 0xFFFF_FFFF_FFFF_FFFF, value: 0x0000_0000_0000_0001),
    Power(octaves: 64, fraction: 0x0000_0000_0000_0000, value: 0x0000_0000_0000_0001),
    Power(octaves: 0, fraction: 0x15BA_2BDD_1772_19D3, value: 0xF15F_CF3A_1432_56B7),
    Power(octaves: 3, fraction: 0x2B49_1044_D5E3_4124, value: 0x1C76_069A_EFCA_ED53),
    Power(octaves: 2, fraction: 0x9B1F_282E_4067_C358, value: 0x2A0C_F6B4_3E02_B802),
    Power(octaves: 1, fraction: 0x0925_E474_9B57_5BD1, value: 0x7CDE_54CF_14D3_F5FD),
    Power(octaves: 40, fraction: 0x288B_C781_AE66_2675, value: 0x0000_0000_00E5_6226),
    Power(octaves: 7, fraction: 0x64BE_8049_A372_DB8F, value: 0x0185_C45A_E966_FC2D),
    Power(octaves: 20, fraction: 0x5F3F_57EB_F30B_94FA, value: 0x0000_0C5C_E3E0_2658),
    Power(octaves: 20, fraction: 0x71E1_F6D2_EF8A_CD12, value: 0x0000_0BC1_2956_8043),
    Power(octaves: 20, fraction: 0xE6B5_8DE7_44AB_6CCE, value: 0x0000_0891_27BB_F11F),
    Power(octaves: 0, fraction: 0x0706_A045_DEFC_044A, value: 0xFB2D_1225_7079_58C8),
    Power(octaves: 3, fraction: 0xEE8D_7EE9_7703_48A0, value: 0x10C6_23CA_2AC8_3823),
    Power(octaves: 3, fraction: 0x6148_A86F_E862_4FAB, value: 0x1896_F9C2_EA88_2BBF),
    Power(octaves: 7, fraction: 0xE252_0E33_E44C_5055, value: 0x0115_6BE2_ECBD_A786),
    Power(octaves: 20, fraction: 0x8F7D_9B78_2A1B_E9CD, value: 0x0000_0AD9_57CD_9558),
    Power(octaves: 0, fraction: 0x3B08_C6E3_3C72_9578, value: 0xDA2E_F141_FA07_1DE6),
    Power(octaves: 0, fraction: 0x533C_9135_2D3D_854E, value: 0xCC58_199D_DB4C_A06A),
    Power(octaves: 0, fraction: 0x829A_48D4_22FE_99A2, value: 0xB3BF_8856_A8E6_539C),
    Power(octaves: 20, fraction: 0xFFA9_B9F1_5C14_BC4A, value: 0x0000_0801_DE9E_FFDB),
    Power(octaves: 20, fraction: 0x8F54_F8CE_ACAA_B39E, value: 0x0000_0ADA_8971_E7C2),
    Power(octaves: 0, fraction: 0xE4C1_1AB2_FEC3_F6B3, value: 0x89CC_B62B_02D1_1294),
    Power(octaves: 11, fraction: 0x6A27_E0DF_CBF8_7544, value: 0x0018_018F_9F35_0224),
    Power(octaves: 20, fraction: 0xE892_04E2_E816_8561, value: 0x0000_0886_2182_0098),
    Power(octaves: 3, fraction: 0x97EE_AB64_CA2C_E6BC, value: 0x1535_2A12_EC3D_5EF8),
    Power(octaves: 3, fraction: 0xFB21_47DF_5CA4_95FA, value: 0x1036_5E1E_A106_23F5),
    Power(octaves: 11, fraction: 0xF476_7F26_2943_65B2, value: 0x0010_81F8_601A_5CA0),
    Power(octaves: 7, fraction: 0xBD14_3FA9_B714_210C, value: 0x0132_DAB0_7875_241B),
    Power(octaves: 11, fraction: 0x87C5_6473_A7A8_3EE0, value: 0x0016_2802_7AD8_D3F9),
    Power(octaves: 1, fraction: 0x4773_3E84_7D71_8D73, value: 0x697C_3ABE_69C9_76E4),
    Power(octaves: 11, fraction: 0x83F0_BE4E_8037_1EB9, value: 0x0016_6325_3CC2_EF28),
    Power(octaves: 3, fraction: 0xE202_849D_A964_3A29, value: 0x115A_7A7E_CB00_9DE3),
    Power(octaves: 11, fraction: 0xE736_95C3_E652_C71A, value: 0x0011_1C54_17CE_368C),
    Power(octaves: 11, fraction: 0x9155_1E82_59CC_60B1, value: 0x0015_970D_C458_08BE),
    Power(octaves: 20, fraction: 0x74E0_88A9_B949_2F25, value: 0x0000_0BA8_DCDD_FA12),
    Power(octaves: 11, fraction: 0x38C8_9B38_A8AC_B513, value: 0x001B_708B_6D1C_CB01),
    Power(octaves: 3, fraction: 0xB317_2062_D08F_1BB2, value: 0x13B4_43DA_17DF_DDC2),
    Power(octaves: 0, fraction: 0xE86E_C9C6_E06F_291B, value: 0x886F_1B3F_F378_756D),
    Power(octaves: 40, fraction: 0xC5E2_486C_44A4_A8F6, value: 0x0000_0000_0095_D00C),
    Power(octaves: 11, fraction: 0x4DA4_DAEB_4F3F_8777, value: 0x0019_EEC8_A8DE_7C0C),
    Power(octaves: 20, fraction: 0x848B_1DF7_8FEB_994A, value: 0x0000_0B2C_E5D5_BFCD),
    Power(octaves: 20, fraction: 0x9DA5_9B74_A6C3_181C, value: 0x0000_0A70_E72C_FD72),
  ]

  /// From Python's mpmath at 400 bits.
  static let quotients: [Quotient] = [
    Quotient(x: 0x0000_0000_0000_0001, value: 0xB172_17F7_D1CF_79AC),
    Quotient(x: 0x0000_0000_0000_0002, value: 0xB172_17F7_D1CF_79AB),
    Quotient(x: 0x0000_0000_0000_03E8, value: 0xB172_17F7_D1CF_78BC),
    Quotient(x: 0x0000_0000_0010_0000, value: 0xB172_17F7_D1CB_A1B4),
    Quotient(x: 0x0000_0001_0000_0000, value: 0xB172_17F7_944F_FDAD),
    Quotient(x: 0x0000_0100_0000_0000, value: 0xB172_17BA_5253_88DC),
    Quotient(x: 0x0004_0000_0000_0000, value: 0xB171_21FA_C52B_0CA2),
    Quotient(x: 0x0200_0000_0000_0000, value: 0xB0F7_51C2_383B_DA29),
    Quotient(x: 0x03FF_FFFF_FFFF_FFFF, value: 0xB07C_FCC2_DE4F_A2DF),
    Quotient(x: 0x02EC_78E1_4FD5_079E, value: 0xB0BE_C3A8_2F62_3763),
    Quotient(x: 0x0083_0B54_7D28_F934, value: 0xB152_A0BB_69E3_9941),
    Quotient(x: 0x02BC_A744_EF24_BD62, value: 0xB0CA_316F_72BF_328E),
    Quotient(x: 0x0000_1A40_C8C6_9069, value: 0xB172_11A9_4F43_8865),
    Quotient(x: 0x0008_9FBA_B9D7_D01F, value: 0xB170_05A1_094B_8A0F),
    Quotient(x: 0x00BE_AA14_FF3F_E32A, value: 0xB144_525E_CEF3_27E5),
    Quotient(x: 0x0000_1261_0F0A_D2A8, value: 0xB172_138D_8A3F_3D83),
    Quotient(x: 0x0000_0000_117A_774C, value: 0xB172_17F7_CD9C_9706),
    Quotient(x: 0x00E0_2030_AEB6_DB2C, value: 0xB13C_4B92_248D_2D86),
    Quotient(x: 0x0000_10B7_C11E_60DE, value: 0xB172_13F3_B599_008B),
    Quotient(x: 0x0004_40E2_DA9C_025A, value: 0xB171_1264_84D5_1D60),
    Quotient(x: 0x0035_E1F2_D322_A735, value: 0xB165_26EC_E492_417D),
    Quotient(x: 0x0000_0000_1B11_152E, value: 0xB172_17F7_CB4E_ED0A),
    Quotient(x: 0x0000_0000_03A2_8D6C, value: 0xB172_17F7_D0EF_EE92),
    Quotient(x: 0x00B0_0192_5C37_4746, value: 0xB147_D6A8_87AA_0BB3),
    Quotient(x: 0x0006_0057_AC3A_5B26, value: 0xB170_A6E7_D9E1_7A35),
    Quotient(x: 0x0000_1E8B_1D7F_4275, value: 0xB172_10A1_762D_07EC),
    Quotient(x: 0x0000_014E_067C_FDCB, value: 0xB172_17A7_93EC_C784),
    Quotient(x: 0x0000_0000_17E0_D369, value: 0xB172_17F7_CC13_0332),
    Quotient(x: 0x01A0_6FFC_20B6_A846, value: 0xB10E_3376_6C25_A81C),
    Quotient(x: 0x0002_F098_BC1B_00D9, value: 0xB171_632D_1F7D_FE6B),
    Quotient(x: 0x0000_0000_18AD_1C81, value: 0xB172_17F7_CBE1_F00C),
    Quotient(x: 0x0000_0000_32D3_7BBB, value: 0xB172_17F7_C599_C5A8),
    Quotient(x: 0x00F8_877A_26C3_77C1, value: 0xB136_714E_2F0E_621F),
  ]
}
