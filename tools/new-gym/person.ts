import { expect, type Locator, type Page } from '@playwright/test';
import { scan } from '#tools/testing/scan.ts';

/** A person at a browser, whose presses and filled fields are counted. */
export interface Person {
  page: Page;
  press(target: Locator): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** Holds a card to a reader that types decimal numbers, the last byte first. */
  hold(card: string): Promise<void>;
  /** Since the last call. */
  takeEffort(): Effort;
}

/** What a person had to do. */
export interface Effort {
  presses: number;
  fields: number;
  cards: number;
}

const none: Effort = { presses: 0, fields: 0, cards: 0 };

export function personAt(page: Page): Person {
  let effort = none;
  return {
    page,
    press: async (target) => {
      effort = { ...effort, presses: effort.presses + 1 };
      await target.click();
    },
    fill: async (field, text) => {
      effort = { ...effort, fields: effort.fields + 1 };
      await field.fill(text);
      await expect(field).toHaveValue(text);
    },
    hold: async (card) => {
      effort = { ...effort, cards: effort.cards + 1 };
      await scan(page, decimalOf(card));
    },
    takeEffort: () => {
      const made = effort;
      effort = none;
      return made;
    },
  };
}

/** What a decimal reader that sends the last byte first types for a card of seven bytes, with leading zeros. */
function decimalOf(card: string): string {
  const bytes = card.slice(2).match(/../g) ?? [];
  return BigInt(`0x${bytes.toReversed().join('')}`)
    .toString()
    .padStart(17, '0');
}
