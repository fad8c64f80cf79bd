/** How a browser shows the desk. */
export interface Look {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  locale: 'en-GB' | 'de-DE';
  /** Whether every scene is shown; otherwise only those that depend on the width or the language. */
  isWhole: boolean;
}

const desktop = { width: 1440, height: 900 };
const tablet = { width: 820, height: 1180 };
const phone = { width: 390, height: 844 };

export const looks: readonly Look[] = [
  { name: 'light', viewport: desktop, colorScheme: 'light', locale: 'en-GB', isWhole: true },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', locale: 'en-GB', isWhole: true },
  { name: 'german', viewport: desktop, colorScheme: 'light', locale: 'de-DE', isWhole: false },
  { name: 'tablet', viewport: tablet, colorScheme: 'light', locale: 'en-GB', isWhole: false },
  { name: 'phone', viewport: phone, colorScheme: 'light', locale: 'en-GB', isWhole: false },
];
