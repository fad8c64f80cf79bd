/** Identifies the settings of a location, as a build of the desk renders its pages with them. */
export interface SettingsTag {
  /** The build: another one may hash the same settings differently, and its pages cannot be rendered into a page of this one. */
  version: string;
  hash: string;
}
