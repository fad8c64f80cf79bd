import { html } from 'hono/html';
import type { Markup } from './shell.ts';

interface Phone {
  /** Names the picture for screen readers. */
  label: string;
  /** The clock on the lock screen. */
  clock: { time: string; day: string };
  messages: readonly Markup[];
}

/** Draws the lock screen of a phone. Not a landmark: several phones may have the same name. */
export const renderPhone = ({ label, clock, messages }: Phone): Markup =>
  html`<div class="phone" role="group" aria-label="${label}">
    <p class="clock" aria-hidden="true"><span>${clock.day}</span><b>${clock.time}</b></p>
    <ol class="plain">${messages}</ol>
  </div>`;

interface PhoneMessage {
  /** Name of the gym that sent it. */
  from: string;
  text: string;
  at: Date;
  format: (instant: Date) => string;
  /** What the phone itself does not show. */
  below: Markup | '';
}

/** A message as the lock screen shows it. */
export const renderPhoneMessage = ({ from, text, at, format, below }: PhoneMessage): Markup =>
  html`<li class="message">
    <p class="from"><b>${from}</b> <time datetime="${at.toISOString()}">${format(at)}</time></p>
    <p class="text">${text}</p>
    ${below}
  </li>`;
