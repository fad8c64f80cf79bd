/** A browser at the desk, with the operations that the smoke test needs. */
export interface Driver {
  /** Includes the version. */
  name: string;
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks the element that matches a selector. @throws if it cannot be clicked, or not yet */
  click(selector: string): Promise<void>;
  /**
   * Types at a person's speed into the focused element; `
   * ` at the end is Enter.
   */
  type(text: string): Promise<void>;
  /** Types like a card reader: all keys at once, and Enter. */
  scan(text: string): Promise<void>;
  /** Alt and a letter. */
  pressAlt(letter: string): Promise<void>;
  /** Sets the file of a file input, hidden or not. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Console errors of the pages since the last call, as far as received. */
  takeConsoleErrors(): string[];
  /** A screenshot of the window as PNG. */
  takePicture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** A loopback port of a proxy at which the desk has the host name of another computer: see `openTabletName`. */
  proxyPort: number;
  isDark: boolean;
}

/** The delay between a person's keystrokes: a shorter one would be taken for a card reader. */
export const betweenKeysMs = 35;
