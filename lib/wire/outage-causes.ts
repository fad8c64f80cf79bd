/**
 * Why a member system cannot be reached, each with what can be done about it:
 * - `nameNotFound`: nobody knows the name in its address; mostly there is no internet
 * - `noNetwork`: no way leads there from the desk's computer
 * - `refused`: its computer is there, and nothing takes the connection
 * - `brokenOff`: the connection ends before the answer, or cannot be made for a reason that has no name here
 * - `silent`: no answer in time, or the word of a machine on the way that none will come
 * - `portal`: something else answers, with a page or a redirect, such as the sign-in of a network
 * - `foreign`: the answer is none of a member system
 * - `failing`: it answers that it fails
 * - `certificateExpired`, `certificateOfAnotherName`, `certificateUntrusted`: it is not proved to be itself
 * - `clock`: its certificate is not valid yet, by the clock of the desk's computer
 * - `encryption`: both do not find a common way to encrypt
 */
export const outageCauses = [
  ...(['nameNotFound', 'noNetwork', 'refused', 'brokenOff', 'silent', 'portal', 'foreign', 'failing'] as const),
  ...(['certificateExpired', 'certificateOfAnotherName', 'certificateUntrusted', 'clock', 'encryption'] as const),
] as const;
export type OutageCause = (typeof outageCauses)[number];

/** Who can do something about it: whoever looks after the network here, or after the address and this computer, or the provider alone. */
export const whoseOutage: Record<OutageCause, 'network' | 'setting' | 'provider'> = {
  nameNotFound: 'network',
  noNetwork: 'network',
  brokenOff: 'network',
  silent: 'network',
  portal: 'network',
  certificateExpired: 'setting',
  certificateOfAnotherName: 'setting',
  certificateUntrusted: 'setting',
  clock: 'setting',
  encryption: 'setting',
  foreign: 'setting',
  refused: 'provider',
  failing: 'provider',
};
