import fs from 'node:fs';
import { Builder, By, Key } from 'selenium-webdriver';
import { betweenKeysMs, type Driver, type DriverOptions } from './driver.ts';
import { startWebKitPrograms } from './webkit-programs.ts';
import { within } from './within.ts';

const size = { width: 1180, height: 900 };

const opensWithinMs = 30_000;
const closesWithinMs = 5_000;
const mostTries = 3;

/** Safari's engine in its GTK port, on a virtual display. */
export async function startWebKit(paths: WebKitPaths, options: DriverOptions): Promise<Driver> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openWebKit(paths, options);
    } catch (error) {
      // occasionally the driver waits for ever for a browser that failed to start: another start succeeds
      if (tries === mostTries) throw error;
    }
  }
}

async function openWebKit(paths: WebKitPaths, { proxyPort, isDark }: DriverOptions): Promise<Driver> {
  const programs = await startWebKitPrograms(paths, isDark);
  try {
    const opening = new Builder()
      .usingServer(programs.url)
      .disableEnvironmentOverrides()
      .withCapabilities({
        browserName: 'MiniBrowser',
        proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${proxyPort}`, noProxy: ['127.0.0.1'] },
        'webkitgtk:browserOptions': {
          binary: paths.browser,
          args: ['--automation'],
        },
      })
      .build();
    const driver = await within(opensWithinMs, 'The opening of WebKit', Promise.resolve(opening));
    await driver
      .manage()
      .window()
      .setRect({ ...size, x: 0, y: 0 });
    const capabilities = await driver.getCapabilities();
    const errors: string[] = [];
    return {
      name: `WebKitGTK ${capabilities.get('browserVersion')}`,
      open: (url) => driver.get(url),
      evaluate: async <T>(expression: string) => {
        const script = `${hear} return Promise.resolve(${expression}).then((value) => [value, smokeErrors.splice(0)])`;
        const [value, heard] = await driver.executeScript<[T, string[]]>(script);
        errors.push(...heard);
        return value;
      },
      click: async (selector) => driver.findElement(By.css(selector)).click(),
      type: (text) => {
        const actions = driver.actions();
        for (const key of text.replaceAll('\n', Key.ENTER)) actions.sendKeys(key).pause(betweenKeysMs);
        return actions.perform();
      },
      // in one call: individual key actions wait for the page between keys, which no reader does
      scan: (text) => driver.switchTo().activeElement().sendKeys(text, Key.ENTER),
      pressAlt: (letter) => driver.actions().keyDown(Key.ALT).sendKeys(letter.toLowerCase()).keyUp(Key.ALT).perform(),
      chooseFile: async (selector, file) => driver.findElement(By.css(selector)).sendKeys(file),
      takeConsoleErrors: () => errors.splice(0),
      takePicture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      close: async () => {
        await within(closesWithinMs, 'The end of WebKit', driver.quit()).catch(() => {});
        await programs.stop();
      },
    };
  } catch (error) {
    await programs.stop();
    throw error;
  }
}

/** This WebDriver does not report the console: each page collects its own errors, from the first evaluation on. */
const hear = `
  if (!window.smokeErrors) {
    window.smokeErrors = [];
    const keep = (text) => smokeErrors.push(String(text));
    addEventListener('error', ({ message }) => keep(message));
    addEventListener('unhandledrejection', ({ reason }) => keep(reason));
    document.addEventListener('securitypolicyviolation', (event) => keep('refused by ' + event.violatedDirective));
    console.error = (...words) => keep(words.join(' '));
  }`;

export interface WebKitPaths {
  driver: string;
  browser: string;
  display: string;
}

/** Where Debian's packages install them; null if one is missing. */
export function findWebKit(): WebKitPaths | null {
  const [browser] = fs.globSync('/usr/lib/*/webkit2gtk-4.[01]/MiniBrowser');
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  if (browser === undefined || !fs.existsSync(driver) || !fs.existsSync(display)) return null;
  return { driver, browser, display };
}
