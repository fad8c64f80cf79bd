/** What a person tells whoever helps them: which release this is, and which build of it. */
export interface Release {
  /** Of `package.json`, such as `1.4.0`. */
  number: string;
  build: string;
}
