import { createContext, type RefObject, useContext } from 'react';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { NewTap } from '#lib/browser/taps/new-tap.ts';
import type { Press, ReceptionState } from '#lib/browser/taps/reception-state.ts';
import type { ReadSource } from '#lib/browser/taps/tap-request.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import type { MemberSummary, Verdict } from '#lib/wire/verdict.ts';

/** The state of the counter, available on every page of the desk. */
export interface ReceptionView extends ReceptionState {
  location: LocationView;
  staff: StaffView;
  /** Today at the location, `yyyy-MM-dd`. */
  today: string;
  /** Whether the desk's server is reachable. */
  isConnected: boolean;
  /** Receives keys typed while no field has the focus, where the page has a search box. */
  searchBox: RefObject<HTMLInputElement | null>;
  lookUp(value: string, source: ReadSource): void;
  lookUpMember(member: MemberSummary): void;
  press(press: Press): void;
  /** The identity of a tap that is sent without the queue. */
  newTap(): NewTap;
  showAnswer(verdict: Verdict): void;
  undo(tapId: string): void;
  lookAt(verdict: Verdict): void;
  retryNow(): void;
  /** Removes stored taps that cannot be decrypted. */
  removeUnreadable(): void;
  /** Shows the verdict beside the page, whatever its address. @returns stops it */
  putBeside(): () => void;
  /** Opens the dialog that assigns an unknown card to a member. */
  assign(card: CardInHand): void;
}

export const ReceptionContext = createContext<ReceptionView | null>(null);

export function useReception(): ReceptionView {
  const view = useContext(ReceptionContext);
  if (!view) throw new Error('Only pages of reception know the counter.');
  return view;
}
