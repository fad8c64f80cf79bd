/** The faults of a round, and their titles in the table. */
export const faultTitles = {
  deskKilled: 'kill -9 of the desk',
  platformKilled: 'kill -9 of the platform',
  deskDatabaseKilled: "kill -9 of the desk's database",
  platformDatabaseKilled: "kill -9 of the platform's database",
  allKilled: 'kill -9 of all four at once',
  deskPaused: 'the desk pauses',
  platformPaused: 'the platform pauses',
  deskReset: 'browser–desk: connections reset',
  deskAnswerLost: 'browser–desk: cut after the request',
  deskSlow: 'browser–desk: 2–6 s late both ways',
  deskRequestsSlow: 'browser–desk: requests 2–6 s late',
  deskAnswersSlow: 'browser–desk: answers 2–6 s late',
  deskHeld: 'browser–desk: held back, then delivered',
  deskSilent: 'browser–desk: swallowed',
  deskHalfOpen: 'browser–desk: half open',
  deskPage: 'browser–desk: another page, 200 or 502',
  deskForeign: "browser–desk: a gateway's JSON",
  platformReset: 'desk–platform: connections reset',
  platformAnswerLost: 'desk–platform: cut after the request',
  platformSlow: 'desk–platform: 2–6 s late both ways',
  platformRequestsSlow: 'desk–platform: requests 2–6 s late',
  platformAnswersSlow: 'desk–platform: answers 2–6 s late',
  platformHeld: 'desk–platform: held back, then delivered',
  platformSilent: 'desk–platform: swallowed',
  platformHalfOpen: 'desk–platform: half open',
  platformPage: 'desk–platform: another page, 200 or 502',
  platformForeign: "desk–platform: a gateway's JSON",
  platformClockSet: "the platform's clock is 1–10 minutes off, then corrected",
  deskClockSet: "the desk's clock is 1–10 minutes off, then corrected",
  heardLate: 'windows deliver what is minutes to hours old',
  cardsUnknown: 'unknown cards are scanned, and found by name',
  clockWrong: "the window's clock is wrong",
  clockCorrected: "the window's clock is corrected while taps wait",
  windowReloaded: 'windows are reloaded while taps wait',
} as const;

export type FaultName = keyof typeof faultTitles;

/** The faults of a three-node database, by `npm run chaos -- failover`. */
export const failoverTitles = {
  primaryKilled: 'the primary is killed',
  primaryCutOff: 'the primary is cut off',
} as const;

export type FailoverName = keyof typeof failoverTitles;

/** The fault of `npm run chaos -- herd`. */
const herdTitles = { herd: 'all windows come back together' } as const;

/** Without a fault, by `npm run bench -- soak`. */
const soakTitles = { soak: 'nothing fails' } as const;

/** Any condition under which taps are made. */
export type WorldName = FaultName | FailoverName | keyof typeof herdTitles | keyof typeof soakTitles;

export const titleOf = (world: WorldName): string =>
  ({ ...faultTitles, ...failoverTitles, ...herdTitles, ...soakTitles })[world];

export const faultNames = Object.keys(faultTitles) as FaultName[]; // safe because: the titles are a literal
