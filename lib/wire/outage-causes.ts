/**
 * Why a member system cannot be reached. Each cause has its own remedy:
 * - `nameNotFound`: DNS cannot resolve its host name; usually there is no internet connection
 * - `noNetwork`: there is no route from the desk's computer
 * - `refused`: its host is up, but refuses the connection
 * - `brokenOff`: the connection ends before the response, or fails for a reason without a code here
 * - `silent`: timeout, or a gateway reports one
 * - `portal`: another server responds with a page or a redirect, such as a captive portal
 * - `foreign`: the response is not from a member system
 * - `failing`: it responds with a server error
 * - `certificateExpired`, `certificateOfAnotherName`, `certificateUntrusted`: its certificate is invalid
 * - `clock`: its certificate is not valid yet, by the clock of the desk's computer
 * - `encryption`: there is no common TLS version or cipher
 * - `notPublic`: its address was entered by a manager and leads to a private network, which only the operator may set
 */
export const outageCauses = [
  ...(['nameNotFound', 'noNetwork', 'refused', 'brokenOff', 'silent', 'portal', 'foreign', 'failing'] as const),
  ...([
    'certificateExpired',
    'certificateOfAnotherName',
    'certificateUntrusted',
    'clock',
    'encryption',
    'notPublic',
  ] as const),
] as const;
export type OutageCause = (typeof outageCauses)[number];

/**
 * Who can fix it: the person responsible for the local network, or for the address and this computer, or only the
 * provider.
 */
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
  notPublic: 'setting',
  foreign: 'setting',
  refused: 'provider',
  failing: 'provider',
};
