/** A browser at the desk, as far as the smoke run needs one. */
export interface Driver {
  /** With its version. */
  name: string;
  open(url: string): Promise<void>;
  /** Runs an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses the element that a selector finds. @throws where it cannot be pressed, or not yet */
  click(selector: string): Promise<void>;
  /** Types as a person does, to whatever has the focus; `\n` at the end is Enter. */
  type(text: string): Promise<void>;
  /** What a reader does: all keys at once, and Enter. */
  scan(text: string): Promise<void>;
  /** Alt and a letter. */
  pressAlt(letter: string): Promise<void>;
  /** Gives a file to a file input, hidden or not. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** Errors on the console of pages since the last call, as far as they have come. */
  takeComplaints(): string[];
  /** The window as it looks now: a PNG. */
  takePicture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** A port of loopback at which the desk has the name of another computer: see `openTabletName`. */
  proxyPort: number;
  isDark: boolean;
}

/** Between the keys of a person: fewer would be a reader. */
export const betweenKeysMs = 35;
