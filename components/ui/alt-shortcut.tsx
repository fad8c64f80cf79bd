import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

/** Overlays: the matches of the search box, a dialog, a menu. */
const covers = '[role="listbox"], [role="dialog"], [role="menu"]';

/** Whether the user could mean the element: it is visible, and has neither just appeared nor moved. */
function isMeant(element: Element | null): boolean {
  if (!element || document.querySelector(covers) || element.getAnimations().some(letsPressesPass)) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return top < window.innerHeight && bottom > 0;
}

const letsPressesPass = ({ effect }: Animation): boolean =>
  effect instanceof KeyframeEffect && effect.getKeyframes().some(({ pointerEvents }) => pointerEvents === 'none');

/**
 * A keyboard shortcut with Alt and a letter, wherever the focus is. Not the bare letter: the focus is in the search
 * box, where it begins a name, and the first key of a scan must never press a button. It does nothing while the button
 * is not visible or takes no press yet: a user who looks at the matches of a search does not mean a button below them.
 * @param letter no dead key with Alt on a Mac (E, I, N and U)
 * @returns the ref for the element to press
 */
export function useAltShortcut<Target extends Element>(letter: string, onPress: () => void) {
  const target = useRef<Target>(null);
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAltAlone = event.altKey && !event.ctrlKey && !event.metaKey;
      if (!isAltAlone || event.repeat || letterOf(event) !== letter) return;
      event.preventDefault();
      if (isMeant(target.current)) press();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [letter]);
  return target;
}

/**
 * The letter on the key, which `key` has, wherever that is on this keyboard. On a Mac, Alt and a letter type a symbol, and
 * other scripts have no such letter: then that of the key's place, `KeyR`. Undefined for any other key.
 */
const letterOf = ({ key, code }: KeyboardEvent): string | undefined =>
  /^[a-z]$/i.test(key) ? key.toUpperCase() : /^Key([A-Z])$/.exec(code)?.[1];

const neverChanges = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);
const useIsApple = () => useSyncExternalStore(neverChanges, isApple, () => false);

/** The name of the Alt key on the user's keyboard. */
export const useAltName = (): string => (useIsApple() ? '⌥' : 'Alt');
/** @param control the name of the key on other systems, in the page's language */
export const useCommandName = (control: string): string => (useIsApple() ? '⌘' : control);

/** Shows the shortcut. Not part of the button's accessible name: `aria-keyshortcuts` announces it. */
export function Kbd({ letter }: { letter: string }) {
  const alt = useAltName();
  return (
    <kbd aria-hidden className="hidden font-medium font-sans text-xs opacity-75 @2xl:inline">
      {alt} {letter}
    </kbd>
  );
}
