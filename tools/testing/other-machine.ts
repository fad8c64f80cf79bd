/** A host name that the browsers of the tests resolve to this machine, and regard as another one. */
export const otherMachine = 'tablet.test';
