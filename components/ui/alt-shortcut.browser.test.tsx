import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useAltShortcut } from './alt-shortcut.tsx';

function Screen({ onUndo, onProfile }: { onUndo(): void; onProfile(): void }) {
  return (
    <>
      <button type="button" ref={useAltShortcut<HTMLButtonElement>('R', onUndo)}>
        Undo
      </button>
      <button type="button" ref={useAltShortcut<HTMLButtonElement>('P', onProfile)}>
        Open profile
      </button>
    </>
  );
}

test.each([
  ['QWERTY', { key: 'p', code: 'KeyP' }],
  ['Dvorak, where that is the place of R', { key: 'p', code: 'KeyR' }],
  ['a Mac, where Option types a symbol', { key: 'π', code: 'KeyP' }],
  ['a Cyrillic keyboard', { key: 'з', code: 'KeyP' }],
])('Alt and P press the button of P on %s', async (_, pressed) => {
  const [onUndo, onProfile] = [vi.fn(), vi.fn()];
  await render(<Screen onUndo={onUndo} onProfile={onProfile} />);
  window.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, altKey: true }));
  expect([onUndo.mock.calls.length, onProfile.mock.calls.length]).toEqual([0, 1]);
});

test.each([
  { key: 'Enter', code: 'Enter' },
  { key: 'ArrowUp', code: 'ArrowUp' },
  { key: 'PageUp', code: 'PageUp' },
])('Alt and $key press nothing, although the name of the key ends like a letter', async (pressed) => {
  const [onUndo, onProfile] = [vi.fn(), vi.fn()];
  await render(<Screen onUndo={onUndo} onProfile={onProfile} />);
  window.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, altKey: true }));
  expect([onUndo.mock.calls.length, onProfile.mock.calls.length]).toEqual([0, 0]);
});
