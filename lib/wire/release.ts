/** The version that a user tells support. */
export interface Release {
  /** From `package.json`, such as `1.4.0`. */
  number: string;
  build: string;
}
