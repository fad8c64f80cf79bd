import type { Stamp } from '#lib/wire/time/moment.ts';
import { ownPage } from './page-ownership.ts';
import type { KeptItems } from './sealed-store.ts';

/** Items of an older version name no page. */
interface OfPage {
  stamp?: Stamp;
}

/**
 * Loads what closed pages left unsent. A page that is still open sends its own items; if it closes first, they are loaded
 * then.
 * @param adopt called with what is there now, and again for each page that closes later
 */
export async function takeOver<Item extends OfPage>(
  store: { load(): Promise<KeptItems<Item>> },
  adopt: (kept: KeptItems<Item>) => Promise<void>,
): Promise<void> {
  const adoptOf = async (owns: (page: number) => boolean) => {
    const { items, unreadable } = await store.load();
    await adopt({ items: items.filter(({ stamp }) => stamp === undefined || owns(stamp.page)), unreadable });
  };
  const { items } = await store.load();
  const pages = [...new Set(items.flatMap(({ stamp }) => stamp?.page ?? []))];
  const isClosed = await Promise.all(pages.map((page) => ownPage(page, false)));
  // loaded again: a page that has closed since may have sent them
  await adoptOf((page) => isClosed[pages.indexOf(page)] === true);
  for (const page of pages.filter((_, index) => !isClosed[index]))
    void ownPage(page, true).then(() => adoptOf((other) => other === page));
}
