import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Press, typeInto as typeIntoPage } from '#lib/testing/type-into.ts';
import { prefixesOf, type ReaderHabit, unknownHabit } from '#lib/wire/reader/reader-habit.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { silentAt, stepBurst } from './burst.ts';
import { type BurstEvent, startBurst } from './burst-step.ts';

const typeInto = (field: string, presses: Press[], habit: ReaderHabit = unknownHabit) =>
  typeIntoPage(field, presses, startBurst(habit));
const withKey = (...lengths: number[]): ReaderHabit => ({ ...unknownHabit, endKey: 'enter', lengths });
const withoutKey = (...lengths: number[]): ReaderHabit => ({ ...unknownHabit, endKey: 'none', lengths });

const keys = (text: string, after: number): Press[] => [...text].map((key) => ({ key, after }));
const enter = (after = 5): Press => ({ key: 'Enter', after });
const tab = (after = 5): Press => ({ key: 'Tab', after });

const cardText = fc.oneof(
  fc.stringMatching(/^\d[0-9A-F]{7}$/),
  fc.stringMatching(/^\d[0-9a-f]{13}$/),
  fc.stringMatching(/^\d{10}$/),
  fc.stringMatching(/^M-\d{6}$/),
  fc.stringMatching(/^0x([0-9A-F]{2}){4}$/).filter((text) => /\d/.test(text.slice(2))),
);
const word = fc.stringMatching(/^[a-zäöüß]{3,12}$/);
const beat = fc.integer({ min: 0, max: 120 });

describe('a card reader', () => {
  it('is recognised at any even interval up to 120 ms, and the focused form keeps its text and is not submitted', () => {
    fc.assert(
      fc.property(
        cardText,
        beat,
        fc.constantFrom('Enter', 'Tab', 'silence'),
        fc.string(),
        (text, after, end, field) => {
          const presses = keys(text, after);
          if (end !== 'silence') presses.push({ key: end, after });
          const habit = end === 'silence' ? withoutKey(text.length) : unknownHabit;
          const whole = { field, sent: 0, tabbed: 0, scans: [text], typing: 0, cut: 0 };
          expect(typeInto(field, presses, habit)).toMatchObject(whole);
        },
      ),
    );
  });

  it('is recognised despite a pause, and its scan is complete', () => {
    const card = '04A23BC21C2680';
    const begunAndNotWhole = [3, 4, 5, 6, 7, 9, 10, 11, 12, 13];
    const stalls = fc.subarray(begunAndNotWhole, { maxLength: 3 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), stalls, fc.integer({ min: 0, max: 1000 }), (pace, stalls, stall) => {
        const presses = [...card].map((key, index) => ({ key, after: stalls.includes(index) ? stall : pace }));
        expect(typeInto('Lena', [...presses, enter()])).toMatchObject({ field: 'Lena', sent: 0, scans: [card] });
      }),
      {
        examples: [
          [0, [3, 4, 5], 161],
          [0, [3, 4, 5], 201],
        ],
      },
    );
  });

  it('without an end key ends a scan once the number has the length of a card', () => {
    const overAfter = (text: string) => {
      const state = [...text].reduce(
        (before, key, id) => stepBurst(before, { type: 'key', id, key, at: id * 10 }).state,
        startBurst(withoutKey(14, 10)),
      );
      return (silentAt(state) ?? 0) - (text.length - 1) * 10;
    };
    expect(overAfter('04A23BC21C2680')).toBe(200);
    expect(overAfter('0013961168')).toBe(200);
    expect(overAfter('04A23BC21C26')).toBe(1000);
    expect(overAfter('anna')).toBe(200);
  });

  it('with a pause after the first key is read completely, also right after typed text', () => {
    const [first = '0', ...rest] = '0x04C7E2914A3B80';
    const hesitating = [
      { key: first, after: 400 },
      { key: rest[0] ?? '', after: 150 },
      ...keys(rest.slice(1).join(''), 5),
    ];
    expect(typeInto('', [...keys('anna', 180), ...hesitating, enter()])).toMatchObject({
      field: 'anna',
      sent: 0,
      scans: ['0x04C7E2914A3B80'],
    });
  });

  it('with an end key ends a scan only by that key, even if the number looks complete before', () => {
    const faltering = [...'04A23BC21C2680'].map((key, index) => ({ key, after: index === 8 ? 900 : 5 }));
    for (const habit of [unknownHabit, withKey()]) {
      expect(typeInto('Lena', [...faltering, enter()], habit)).toMatchObject({
        field: 'Lena',
        scans: ['04A23BC21C2680'],
        cut: 0,
      });
    }
  });

  it('is recognised at a slow interval with one gap of more than 120 ms', () => {
    const waits = [0, 92, 100, 89, 124, 142, 107, 118, 96, 89, 111, 87, 97, 91];
    const presses = [...'04A23BC21C2680'].map((key, index) => ({ key, after: waits[index] ?? 90 }));
    expect(typeInto('Lena', [...presses, enter(82)])).toMatchObject({ field: 'Lena', scans: ['04A23BC21C2680'] });
  });

  it('may hold Shift for its letters', () => {
    const shifted = [...'04A23BC2'].flatMap((key) => [{ key: 'Shift', after: 1 }, ...keys(key, 2)]);
    expect(typeInto('', [...shifted, enter()])).toMatchObject({ field: '', scans: ['04A23BC2'] });
  });

  it('may send Tab and Enter, or Enter twice, or Enter a little late', () => {
    expect(typeInto('', [...keys('04A23BC2', 5), tab(), enter()])).toMatchObject({ sent: 0, tabbed: 0 });
    expect(typeInto('', [...keys('04A23BC2', 5), enter(), enter()])).toMatchObject({ sent: 0 });
    expect(typeInto('', [...keys('04A23BC2', 5), enter(200)])).toMatchObject({ sent: 0, scans: ['04A23BC2'] });
  });

  it('does not consume a later Enter', () => {
    expect(typeInto('', [...keys('04A23BC2', 5), enter(), enter(600)])).toMatchObject({ sent: 1 });
  });

  it('may be used twice in a row', () => {
    const twice = [...keys('04A23BC2', 5), enter(), ...keys('51E69621', 5).with(0, { key: '5', after: 400 }), enter()];
    expect(typeInto('x', twice)).toMatchObject({ field: 'x', sent: 0, scans: ['04A23BC2', '51E69621'] });
    const withoutEnter = [...keys('04A23BC2', 90), ...keys('51E69621', 90).with(0, { key: '5', after: 400 })];
    expect(typeInto('x', withoutEnter, withoutKey(8))).toMatchObject({
      field: 'x',
      scans: ['04A23BC2', '51E69621'],
      cut: 0,
    });
  });

  it('is recognised under a wrong keyboard layout', () => {
    expect(typeInto('', [...keys(`à'é"çè&-`, 8), enter()])).toMatchObject({ field: '', scans: [`à'é"çè&-`] });
  });

  it('consumes keys at machine speed from the sixth on, so that little leaks', () => {
    let state = startBurst(unknownHabit);
    const swallowed = [...'04A23BC21C'].map((key, id) => {
      const step = stepBurst(state, { type: 'key', id, key, at: id * 5 });
      state = step.state;
      return step.isSwallowed;
    });
    expect(swallowed).toEqual([false, false, false, false, false, true, true, true, true, true]);
  });
});

describe('a scan while a person is typing', () => {
  it('keeps every typed letter, and the scan is complete', () => {
    const pace = fc.integer({ min: 81, max: 190 });
    fc.assert(
      fc.property(
        word,
        pace,
        pace,
        cardText,
        fc.integer({ min: 0, max: 20 }),
        (typed, humanPace, gap, text, readerPace) => {
          const someoneTypes = [
            { key: 'x', after: 0 },
            ...keys(typed, humanPace).with(0, { key: typed.charAt(0), after: 300 }),
          ];
          const reader = keys(text, readerPace).with(0, { key: text.charAt(0), after: gap });
          expect(typeInto('', [...someoneTypes, ...reader, enter()], withKey(text.length))).toMatchObject({
            field: `x${typed}`,
            sent: 0,
            scans: [text],
          });
        },
      ),
    );
  });
});

describe('a person', () => {
  it('who types words is never taken for a reader, at any speed', () => {
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(words, fc.infiniteStream(fc.integer({ min: 1, max: 200 })), (text, pace) => {
        const presses = [...text].map((key) => ({ key, after: pace.next().value ?? 1 }));
        expect(typeInto('', [...presses, enter(50)])).toMatchObject({ field: text, sent: 1, scans: [] });
      }),
    );
  });

  it('who types a long number slower than any reader is not one', () => {
    const waits = fc.array(fc.integer({ min: 121, max: 400 }), { minLength: 11, maxLength: 11 });
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), waits, (text, waits) => {
        const presses = [...text].map((key, index) => ({ key, after: waits[index] ?? 150 }));
        expect(typeInto('', [...presses, enter(90)])).toMatchObject({ field: text, sent: 1, scans: [] });
      }),
    );
  });

  it('who types a long number on the number pad without a pause is recognised by uneven intervals', () => {
    const unevenWaits = [0, 95, 110, 62, 118, 84, 120, 71, 101, 115, 66];
    const evenWaits = unevenWaits.map(() => 94);
    const type = (waits: number[]) =>
      typeInto('', [...[...'01761234567'].map((key, index) => ({ key, after: waits[index] ?? 0 })), tab(90)]);
    expect(type(unevenWaits)).toMatchObject({ field: '01761234567', tabbed: 1, scans: [] });
    expect(type(evenWaits)).toMatchObject({ field: '', tabbed: 0, scans: ['01761234567'] });
  });

  it('may type a short code at any speed', () => {
    expect(typeInto('', [...keys('80331', 20), enter()])).toMatchObject({ field: '80331', sent: 1, scans: [] });
    expect(typeInto('', [...keys('1044217', 90), enter(90)])).toMatchObject({ field: '1044217', sent: 1, scans: [] });
  });

  it('keeps text that a program types in two bursts, Enter included', () => {
    for (const [first, second] of [
      ['Owes for', ' a towel'],
      ['lena.vogt2', '@example.com'],
      ['Hauptstr', 'asse 12'],
    ] as const) {
      const goes = [...keys(first, 2), ...keys(second, 2).with(0, { key: second.charAt(0), after: 400 })];
      expect(typeInto('', [...goes, enter(2)])).toMatchObject({ field: first + second, sent: 1, cut: 0 });
    }
  });

  it('who holds a key down is not a reader', () => {
    const held = Array.from({ length: 20 }, () => ({ key: '0', after: 30, isRepeat: true }));
    expect(typeInto('', [...keys('0', 0), ...held])).toMatchObject({ field: '0'.repeat(21), scans: [] });
  });

  it('who types for long leaves no unbounded buffer', () => {
    const written = typeInto('', keys('ein langer brief '.repeat(100), 230));
    const remembered = written.state.fragments.flatMap((fragment) => fragment.keys);
    expect(remembered.length).toBeGreaterThan(100);
    expect(remembered.length).toBeLessThan(200);
  });

  it('who corrects a number starts a new buffer', () => {
    const corrected = [...keys('0176', 90), { key: 'Backspace', after: 90 }, ...keys('5123', 90), enter(90)];
    expect(typeInto('', corrected)).toMatchObject({ sent: 1, scans: [] });
  });

  it('fills in e-mail addresses and streets by a password manager or a program', () => {
    for (const text of ['lena.vogt2@example.com', 'Hauptstraße 12', 'Vogt', 'Schwarzenberger']) {
      expect(typeInto('', [...keys(text, 1), tab()])).toMatchObject({ field: text, tabbed: 1, scans: [] });
    }
  });
});

describe('a page that receives the first key late', () => {
  const late = (text: string): Press[] => [
    { key: text.slice(0, 1), after: 5_000 },
    { key: text.slice(1, 2), after: 600 },
    ...keys(text.slice(2), 4),
  ];

  it('still gets the complete number of a reader that sends 0x', () => {
    const form = typeInto('anna', [...late('0x04E51A7C99D380'), enter()]);
    expect(form).toMatchObject({ field: 'anna', sent: 0, scans: ['0x04E51A7C99D380'] });
  });

  it.each([2, 3, 4])('still gets it when key %i is late instead', (index) => {
    const presses = keys('0x04590BAA7DE480', 4).map((press, at) => (at === index ? { ...press, after: 700 } : press));
    expect(typeInto('', [...presses, enter()])).toMatchObject({ field: '', scans: ['0x04590BAA7DE480'] });
  });

  it.each([1, 2, 3, 5, 9])(
    'still gets it when the timer ended the scan after %i keys, and the others had been pressed in time',
    (count) => {
      const card = '04B0C0D1E2F3A4';
      const pressed = (from: number, to: number): BurstEvent[] =>
        [...card.slice(from, to)].map((key, index) => ({ type: 'key', id: from + index, key, at: (from + index) * 4 }));
      const events: BurstEvent[] = [
        ...pressed(0, count),
        { type: 'silence', at: 5_000 },
        ...pressed(count, card.length),
        { type: 'key', id: 99, key: 'Enter', at: card.length * 4 },
      ];
      let state = startBurst(withKey(14));
      const ended = events.map((event) => {
        const step = stepBurst(state, event);
        state = step.state;
        return step.ended;
      });
      expect(ended.at(-1)).toMatchObject({ type: 'scan', text: card });
      expect(state.fragments).toEqual([]);
    },
  );

  it.each([';0412268238', '#04A23BC21C2680', '.213,02000'])(
    'gets %s without the key typed 90 ms before it, whenever the timer ended it although the others had been pressed in time',
    (text) => {
      const at = (index: number) => (index === 0 ? 0 : 86 + index * 4);
      for (let count = 0; count <= text.length; count += 1) {
        const events: BurstEvent[] = [...text].map((key, id) => ({ type: 'key', id, key, at: at(id) }));
        events.push({ type: 'key', id: 99, key: 'Enter', at: at(text.length) });
        if (count > 0) events.splice(count, 0, { type: 'silence', at: 5_000 });
        let state = startBurst(withKey(14));
        const steps = events.map((event) => {
          const step = stepBurst(state, event);
          state = step.state;
          return step;
        });
        expect(steps.at(-1)?.ended, `after ${count}`).toMatchObject({ type: 'scan', text: text.slice(1) });
        expect(state.fragments).toEqual([]);
      }
    },
  );

  it.each([
    [';0412268238', 90],
    [';0412268238', 700],
    ['D0412268238', 150],
    ['AB04E51A7C99D380', 90],
    ['CARD:0412268238', 90],
  ])('still gets %s with the prefix that its reader is known to send, %i ms before', (text, after) => {
    const prefix = text.slice(0, text.search(/0/));
    const presses = keys(text, 4).map((press, at) => (at === prefix.length ? { ...press, after } : press));
    const late = typeInto('', [...presses, enter()], { ...withKey(), prefixes: ['X', prefix] });
    expect(late).toMatchObject({ field: '', scans: [text], cut: 0 });
  });

  it.each([
    ['D', 'D0412268238', 120],
    ['D', 'D0412268238', 300],
    ['D', 'D0412268238', 900],
    ['D', 'DA12B6CE', 300],
    ['X', 'X0412268238', 300],
    ['AB', 'AB0412268238', 300],
  ])('never adds a typed %s to a whole scan with that prefix: %s, %i ms later', (prefix, text, after) => {
    const presses = [...keys(prefix, 150), ...keys(text, 4).with(0, { key: text.charAt(0), after }), enter()];
    expect(typeInto('', presses, { ...withKey(), prefixes: [prefix] })).toMatchObject({ scans: [], cut: 1 });
  });

  it.each([
    ['D', '0412268238'],
    ['D', '04E51A7C99D380'],
    ['AB', '0412268238'],
  ])('never takes a typed %s before %s for the prefix of another reader', (prefix, text) => {
    const prefixes = prefixesOf([{ ...defaultReaderProfile, prefix }, defaultReaderProfile]);
    for (const after of [120, 300, 900]) {
      const presses = [...keys(prefix, 150), ...keys(text, 4).with(0, { key: text.charAt(0), after }), enter()];
      expect(typeInto('', presses, { ...withKey(), prefixes })).toMatchObject({ scans: [], cut: 1 });
    }
  });

  it('still knows a sign before a number beside a reader without a prefix: nobody begins a name with it', () => {
    const prefixes = prefixesOf([{ ...defaultReaderProfile, prefix: ';' }, defaultReaderProfile]);
    const presses = [{ key: ';', after: 2_000 }, ...keys('0412268238', 4).with(0, { key: '0', after: 300 }), enter()];
    expect(typeInto('', presses, { ...withKey(), prefixes })).toMatchObject({ field: '', scans: [';0412268238'] });
  });

  it('keeps what a person types that only looks like a prefix', () => {
    const habit = { ...withKey(), prefixes: ['D'] };
    expect(typeInto('', [...keys('Dana', 150), enter(300)], habit)).toMatchObject({
      field: 'Dana',
      scans: [],
      sent: 1,
    });
    const before = [...keys('and', 150), ...keys('04E51A7C99D380', 4).with(0, { key: '0', after: 150 })];
    expect(typeInto('', [...before, enter()], habit)).toMatchObject({ field: 'and', scans: ['04E51A7C99D380'] });
  });

  it('cannot tell a 0 before a burst without 0x from a typed one, and reads nothing', () => {
    const form = typeInto('', [...late('004E51A7C99D380'), enter()]);
    expect(form).toMatchObject({ field: '', scans: [], cut: 1 });
  });
});

describe('the end key of a reader', () => {
  const scan = (text: string, pause = 2_000) => keys(text, 5).with(0, { key: text.charAt(0), after: pause });
  const card = '04A23BC21C2680';

  it('is learned from its first scan', () => {
    expect(typeInto('', [...scan(card), enter()]).state.habit).toEqual(withKey(14));
    expect(typeInto('', [...scan(card), tab()]).state.habit).toEqual({ ...withKey(14), endKey: 'tab' });
    expect(typeInto('', [...scan(card), tab(), enter()]).state.habit.endKey).toBe('tab');
  });

  it('is learned to be none from a card that was scanned twice; before that, silence ends no scan', () => {
    expect(typeInto('', scan(card))).toMatchObject({ scans: [], cut: 1 });
    const twice = typeInto('', [...scan(card), ...scan(card)]);
    expect(twice).toMatchObject({ field: '', scans: [card], cut: 1 });
    expect(twice.state.habit).toEqual(withoutKey(14));
    expect(typeInto('', [...scan(card), ...scan('04E51A7C99D380')])).toMatchObject({ scans: [], cut: 2 });
  });

  it('is learned again for another reader, at the third scan of the same card', () => {
    const thrice = [...scan(card), ...scan(card), ...scan(card)];
    expect(typeInto('', thrice, withKey(14))).toMatchObject({ scans: [card], cut: 2 });
    expect(typeInto('', [...scan(card), enter()], withoutKey(14)).state.habit.endKey).toBe('enter');
  });

  it('stays what the location says', () => {
    const thrice = [...scan(card), ...scan(card), ...scan(card)];
    const set = { ...withKey(14), isSet: true };
    expect(typeInto('', thrice, set)).toMatchObject({ scans: [], cut: 3, state: { habit: set } });
    const setToNone = { ...withoutKey(14), isSet: true };
    expect(typeInto('', [...scan(card), enter()], setToNone).state.habit).toEqual(setToNone);
  });
});

describe('an incomplete scan', () => {
  const cutAt = (text: string, at: number, delay = 1_500) =>
    keys(text, 4).map((press, index) => (index === at ? { ...press, after: delay } : press));

  it('is no card, neither its beginning nor its end, and leaves nothing in the field', () => {
    for (const card of ['0x04B81D5A2F6C80', '04B81D5A2F6C80', '1412345678', '213,02000']) {
      for (let at = 1; at < card.length; at += 1) {
        expect(typeInto('', [...cutAt(card, at), enter()]), `${card} cut at ${at}`).toMatchObject({
          field: '',
          lookedUp: [],
          sent: 0,
        });
      }
    }
  });

  it('is reported once it is detected', () => {
    expect(typeInto('', [...cutAt('04B81D5A2F6C80', 8), enter()])).toMatchObject({ cut: 2 });
    expect(typeInto('', [...keys('04B81D5A', 4)], withKey(14))).toMatchObject({ cut: 1, scans: [] });
  });

  it('leaves nothing for the next scan, which is read', () => {
    const [first, second] = ['04B81D5A2F6C80', '04E51A7C99D380'];
    const next = [...keys(second, 4).with(0, { key: '0', after: 900 }), enter()];
    expect(typeInto('', [...cutAt(first, 5), enter(), ...next])).toMatchObject({ field: '', scans: [second] });
  });

  it('is read at the next attempt, where the number begins with 0x', () => {
    const again = [...keys('0x04B81D5A2F6C80', 4).with(0, { key: '0', after: 2_000 }), enter()];
    expect(typeInto('', [...keys('0x04B81D', 4), ...again])).toMatchObject({ cut: 1, scans: ['0x04B81D5A2F6C80'] });
  });

  it('has an end key of its own, which is consumed', () => {
    expect(typeInto('Lena', [...keys('04B81D5A2F6C80', 4), enter(1_500)])).toMatchObject({
      field: 'Lena',
      sent: 0,
      scans: [],
    });
  });

  it('does not prevent typing a membership id right after it', () => {
    const typed = [...'10442'].map((key, index) => ({ key, after: index === 0 ? 1_500 : 150 }));
    expect(typeInto('', [...keys('04B81D5A', 4), ...typed, enter(200)])).toMatchObject({ typed: ['10442'], cut: 1 });
  });

  it('of a reader without an end key voids the tap of its first part', () => {
    const presses = cutAt('04B81D5A2F6C80', 8, 4_000);
    expect(typeInto('', presses, withoutKey(8, 14))).toMatchObject({ field: '', scans: [], cut: 1 });
    const apart = [...keys('04B81D5A', 4), ...keys('04E51A7C99D380', 4).with(0, { key: '0', after: 4_000 })];
    expect(typeInto('', apart, withoutKey(8, 14))).toMatchObject({ scans: ['04B81D5A', '04E51A7C99D380'], cut: 0 });
  });
});

it('text typed before a pointer action is no part of a scan', () => {
  const state = stepBurst(startBurst(unknownHabit), { type: 'key', id: 0, key: '8', at: 0 }).state;
  const typed = stepBurst(state, { type: 'silence', at: 300 }).state;
  const moved = stepBurst(typed, { type: 'pointer' }).state;
  const presses = [...keys('04A23BC21C2680', 5), enter()];
  expect(typeIntoPage('', presses, typed)).toMatchObject({ scans: [], cut: 1 });
  expect(typeIntoPage('', presses, moved)).toMatchObject({ scans: ['04A23BC21C2680'], cut: 0 });
});
