import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** What lies over the page: the matches of the search box, a question, a menu. */
const covers = '[role="listbox"], [role="dialog"], [role="menu"]';

/** Whether a person who looks at the page sees what a key would press. */
function isSeen(element: Element | null): boolean {
  if (!element || document.querySelector(covers)) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
}

/**
 * Alt and a letter, wherever the focus is. Not the bare letter: the focus rests in the search box, where it begins a
 * name, and the first key of a card from the reader must never press a button. Nothing happens where the button is not
 * seen: whoever looks at the matches of a search means none of what lies below.
 * @param letter none that is a dead key with Alt on a Mac (E, I, N and U)
 * @returns for the element that it presses
 */
export function useKeyShortcut<Target extends Element>(letter: string, onPress: () => void) {
  const target = useRef<Target>(null);
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAltAlone = event.altKey && !event.ctrlKey && !event.metaKey;
      // on a Mac, Alt and a letter type a symbol: the key itself says which letter it was
      if (!isAltAlone || event.repeat || event.code !== `Key${letter}`) return;
      event.preventDefault();
      if (isSeen(target.current)) press();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [letter]);
  return target;
}

const neverChanges = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);
const useIsApple = () => useSyncExternalStore(neverChanges, isApple, () => false);

/** How the keys are called on the keyboard at hand. */
export const useAltName = (): string => (useIsApple() ? '⌥' : 'Alt');
/** @param control how the key is called elsewhere, in the page's language */
export const useCommandName = (control: string): string => (useIsApple() ? '⌘' : control);

/** The key that does the same, with Alt. Not part of the name of a button: `aria-keyshortcuts` says it there. */
export function Kbd({ letter }: { letter: string }) {
  const alt = useAltName();
  return (
    <kbd aria-hidden className="hidden font-medium font-sans text-xs opacity-75 @2xl:inline">
      {alt} {letter}
    </kbd>
  );
}
