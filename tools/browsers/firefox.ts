import { type ElementHandle, launch } from 'puppeteer-core';
import { betweenKeysMs, type Driver, type DriverOptions } from './driver.ts';

/** Firefox over WebDriver BiDi. */
export async function startFirefox(executablePath: string, { proxyPort, isDark }: DriverOptions): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
      // Firefox bypasses proxies for loopback itself
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
    },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1180, height: 820 });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
      console.error(`refused by ${violatedDirective}: ${sourceFile} ${sample}`),
    );
  });
  return {
    name: (await browser.version()).replace(/^firefox\//i, 'Firefox '),
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    // safe because: callers know what they ask
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    click: (selector) => page.click(selector),
    type: async (text) => {
      await page.keyboard.type(text.trimEnd(), { delay: betweenKeysMs });
      if (text.endsWith('\n')) await page.keyboard.press('Enter');
    },
    scan: async (text) => {
      await Promise.all([page.keyboard.type(text), page.keyboard.press('Enter')]);
    },
    pressAlt: async (letter) => {
      await page.keyboard.down('Alt');
      await page.keyboard.type(letter.toLowerCase());
      await page.keyboard.up('Alt');
    },
    chooseFile: async (selector, file) => {
      // safe because: the selector is of an input
      const input = (await page.waitForSelector(selector)) as ElementHandle<HTMLInputElement> | null;
      await input?.uploadFile(file);
    },
    takeConsoleErrors: () => complaints.splice(0),
    takePicture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
