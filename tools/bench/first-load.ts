import type { Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { newProfile, signIn, waitUntilUsable, withBrowser } from './desk-browser.ts';
import { latencyRow, type Section } from './row.ts';

const visits = 15;
const plainVisits = 5;

interface FirstLoad {
  usableAfterMs: number;
  scriptBytes: number;
}

/**
 * The check-in page in a browser with an empty cache; each visit has a profile of its own. Over plain HTTP, except on
 * loopback, browsers accept gzip and not Brotli.
 */
export async function measureFirstLoad(stack: Stack): Promise<Section> {
  return withBrowser(async (browser) => {
    const signedIn = await newProfile(browser);
    await signIn(signedIn, stack);
    const state = await signedIn.storageState();
    await signedIn.close();

    const visitAfresh = async (takes?: 'gzip') => {
      const profile = await newProfile(browser, state);
      if (takes) await profile.setExtraHTTPHeaders({ 'accept-encoding': takes });
      const load = await visit(await profile.newPage(), stack.deskUrl);
      await profile.close();
      return load;
    };
    const loads: FirstLoad[] = [];
    while (loads.length < visits) loads.push(await visitAfresh());
    const plainLoads: FirstLoad[] = [];
    while (plainLoads.length < plainVisits) plainLoads.push(await visitAfresh('gzip'));
    return {
      title: 'First load of the check-in page, nothing cached',
      rows: [
        {
          name: 'JavaScript transferred until it is usable',
          value: { amount: mostScriptBytes(loads) / 1000, unit: 'kB Brotli' },
          budget: 150,
          samples: loads.length,
        },
        {
          name: 'the same, in a browser that takes gzip alone',
          value: { amount: mostScriptBytes(plainLoads) / 1000, unit: 'kB gzip' },
          samples: plainLoads.length,
        },
        latencyRow(
          'navigation → usable: search box has the focus, list is there',
          loads.map(({ usableAfterMs }) => usableAfterMs),
          1_000,
        ),
      ],
    };
  });
}

const mostScriptBytes = (loads: readonly FirstLoad[]) => Math.max(...loads.map(({ scriptBytes }) => scriptBytes));

async function visit(page: Page, url: string): Promise<FirstLoad> {
  await page.addInitScript(markWhenUsable);
  await page.goto(url, { waitUntil: 'load' });
  await waitUntilUsable(page);
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: 10_000 });
  const { usableAfterMs, scripts } = await page.evaluate(readFirstLoad);
  const plain = scripts.find(({ isCompressed }) => !isCompressed);
  if (scripts.length === 0) throw new Error('The check-in page loaded no script.');
  if (plain) throw new Error(`${plain.name} came from a cache or was not compressed.`);
  return { usableAfterMs, scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Runs in the page before its own scripts. The search box gets the focus once the page is interactive. */
function markWhenUsable(): void {
  const observe = () => {
    const hasFocus = document.activeElement?.matches('input[type="search"]');
    const hasList = document.querySelector('[aria-labelledby="in-the-gym"] li') !== null;
    if (!hasFocus || !hasList) return;
    observer.disconnect();
    document.removeEventListener('focusin', observe);
    performance.mark('usable');
  };
  const observer = new MutationObserver(observe);
  observer.observe(document, { subtree: true, childList: true });
  document.addEventListener('focusin', observe);
}

function readFirstLoad() {
  // safe because: that is what the type stands for
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const usableAfterMs = performance.getEntriesByName('usable')[0]?.startTime ?? Number.NaN;
  return {
    usableAfterMs,
    scripts: resources
      // excludes later requests: by then the page caches its files for an outage, some of them a second time
      .filter(({ name, startTime }) => startTime < usableAfterMs && new URL(name).pathname.endsWith('.js'))
      .map(({ name, transferSize, encodedBodySize, decodedBodySize }) => ({
        name,
        // without the response headers
        bytes: encodedBodySize,
        // a script of a few hundred bytes is not worth compressing
        isCompressed: transferSize > 0 && (encodedBodySize < decodedBodySize || decodedBodySize < 1024),
      })),
  };
}
