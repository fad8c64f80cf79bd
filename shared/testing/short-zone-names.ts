/** The names without a slash that the runtime accepts. */
export const shortZoneNames: readonly string[] = (
  'ACT AET AGT ART AST BET BST CAT CET CNT CST CST6CDT CTT Cuba EAT ECT EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich ' +
  'HST Hongkong IET IST Iceland Iran Israel JST Jamaica Japan Kwajalein Libya MET MIT MST MST7MDT NET NST NZ NZ-CHAT Navajo PLT PNT PRC PRT ' +
  'PST PST8PDT Poland Portugal ROC ROK SST Singapore Turkey UCT UTC Universal VST W-SU WET Zulu cet'
).split(' ');
