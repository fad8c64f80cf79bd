import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leadToMistakes } from './lead-to-mistakes.ts';

/** A form with one field per name, of which some are invalid. */
class Form extends EventTarget {
  wrong: string[] = [];
  focused = 'button';
  contains = () => true;
  querySelectorAll = () => this.wrong;
  querySelector = (selector: string) => {
    const [first] = this.wrong;
    if (selector === '[inert]' || first === undefined) return null;
    const focus = () => {
      this.focused = first;
    };
    return { focus };
  };
}

/** An event with a target, as in a page. */
const eventAt = (type: string, target: EventTarget) =>
  Object.defineProperty(new Event(type), 'target', { value: target });

let change = () => {};
let frames: (() => void)[] = [];
const draw = () => {
  for (const frame of frames.splice(0)) frame();
};
let end = () => {};
let page: EventTarget & { activeElement: object | null };
let form: Form;

beforeEach(() => {
  frames = [];
  vi.stubGlobal('HTMLFormElement', Form);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(listener: () => void) {
        change = listener;
      }
      observe() {}
      disconnect() {
        change = () => {};
      }
    },
  );
  page = Object.assign(new EventTarget(), { activeElement: null as object | null });
  form = new Form();
  end = leadToMistakes(page as unknown as Document); // safe because: nothing else is used
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

/** A submit that finds these fields invalid. */
function attempt(...wrong: string[]) {
  page.dispatchEvent(eventAt('submit', form));
  form.wrong = wrong;
  change();
  draw();
}

test('a submit focuses the first invalid field', () => {
  attempt('first', 'last');
  expect(form.focused).toBe('first');
});

test('a field to which the user goes before the errors are drawn keeps the focus', () => {
  const somewhere = () => ({ contains: () => false });
  page.activeElement = somewhere();
  page.dispatchEvent(eventAt('submit', form));
  form.wrong = ['first', 'last'];
  change();
  page.activeElement = somewhere();
  draw();
  expect(form.focused).toBe('button');
  attempt('first', 'last');
  expect(form.focused).toBe('first');
});

test('a calendar that opens in an invalid form keeps the focus, and so does the chosen day', () => {
  attempt('first', 'last');
  form.focused = 'calendar of last';
  change();
  draw();
  expect(form.focused).toBe('calendar of last');
  form.wrong = ['first'];
  form.focused = 'last';
  change();
  draw();
  expect(form.focused).toBe('last');
});

test('a mistake found later is focused too, unless the user types meanwhile', () => {
  attempt('first');
  form.focused = 'last';
  form.wrong = ['first', 'last'];
  change();
  draw();
  expect(form.focused).toBe('first');
  page.dispatchEvent(new Event('input'));
  form.focused = 'last';
  form.wrong = ['first', 'last', 'note'];
  change();
  draw();
  expect(form.focused).toBe('last');
});
