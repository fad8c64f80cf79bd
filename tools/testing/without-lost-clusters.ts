/** What a program said, except for databases of other data folders: deleted clones and killed runs leave them behind. */
export const withoutLostClusters = (said: string): string =>
  said.replaceAll(/^[^\n]* that no data folder names, [^\n]*(\n|$)/gm, '');
