import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { DialogPlace } from './dialog-place.ts';
import { watchEnteredText } from './entered-text.ts';
import { enlistDialog } from './open-dialogs.ts';

interface DialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  title: string;
  description: string;
  closeLabel: string;
  /** Whether it has input outside of fields, such as a photo or a chosen member. */
  hasInput?: boolean;
  /** Whether each input applies at once, so that none is lost when the dialog closes. */
  appliesAtOnce?: boolean;
  /** A sheet at the bottom of the screen, for a phone. */
  isSheet?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog. Escape and the close button close it, and the focus returns. The initial focus is on the element with
 * `data-autofocus`, otherwise on the close button. Without input, a press outside closes it too, and a scan replaces
 * it.
 */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  closeLabel,
  hasInput,
  appliesAtOnce,
  isSheet,
  children,
}: DialogProps) {
  const focusBefore = useRef<Element>(null);
  const content = useRef<HTMLDivElement>(null);
  const [entered] = useState(watchEnteredText);
  const look = () => content.current && entered.look(content.current);
  const hasEntered = () => !appliesAtOnce && entered.hasChanged();
  const isInUse = () => Boolean(hasInput) || hasEntered() || isUnderWay(content.current);
  const isInUseNow = useEffectEvent(isInUse);
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => (isOpen ? enlistDialog({ isInUse: () => isInUseNow(), close: () => close() }) : undefined), [isOpen]);
  const moveFocus = (event: Event) => {
    focusBefore.current = document.activeElement;
    const wanted = content.current?.querySelector<HTMLElement>('[data-autofocus]');
    if (!wanted) return;
    event.preventDefault();
    wanted.focus();
  };
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus();
  };
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Portal container={use(DialogPlace)}>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-[#0009]" />
        <Primitive.Content
          ref={content}
          onFocusCapture={look}
          onKeyDownCapture={look}
          onPointerDownCapture={look}
          onPointerDownOutside={(event) => {
            if (isInUse()) event.preventDefault();
          }}
          onOpenAutoFocus={moveFocus}
          onCloseAutoFocus={restoreFocus}
          onEscapeKeyDown={(event) => {
            // Escape closes a flyout in the dialog first
            if (content.current?.querySelector('[data-flyout]')) event.preventDefault();
            if (!isOfAnother(event.target, content.current)) return;
            // a dialog that has just opened on top has not attached its own Escape listener yet
            leftToUpper.add(event);
            event.preventDefault();
          }}
          // the listener above is attached shortly after the dialog gets the focus: this one covers the time in between
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isOfAnother(event.target, content.current)) return;
            if (event.defaultPrevented && !leftToUpper.has(event.nativeEvent)) return;
            event.preventDefault();
            onOpenChange(false);
          }}
          className={cn(
            'fixed z-50 grid max-h-[90dvh] gap-4 overflow-y-auto border border-line bg-surface p-6',
            isSheet
              ? 'inset-x-0 bottom-0 rounded-t-lg'
              : 'top-1/2 left-1/2 w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-lg',
          )}
        >
          <div className="grid gap-1">
            <div className="flex items-start gap-4">
              <Primitive.Title className="wrap-anywhere min-w-0 flex-1 font-semibold text-xl">{title}</Primitive.Title>
              <Primitive.Close asChild>
                <Button look="quiet" shape="icon" aria-label={closeLabel} className="-my-2 -mr-2">
                  <X aria-hidden className="size-5" />
                </Button>
              </Primitive.Close>
            </div>
            <Primitive.Description className="wrap-anywhere text-ink-soft">{description}</Primitive.Description>
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Escape events that a lower dialog leaves to the one in which they happened. */
const leftToUpper = new WeakSet<Event>();
const isOfAnother = (pressedIn: EventTarget | null, content: Element | null) =>
  pressedIn instanceof Element && pressedIn.closest('[role="dialog"]') !== null && !content?.contains(pressedIn);

const isUnderWay = (content: Element | null) => Boolean(content?.querySelector('.spinner, progress'));
