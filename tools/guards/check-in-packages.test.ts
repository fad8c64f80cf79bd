import { expect, test } from 'vitest';
import { everythingLoadedBy, firstLoadOf } from './browser-files.ts';
import { sourceFilesOf } from './source-files.ts';

const checkIn = firstLoadOf([
  'app/layout.tsx',
  'app/error.tsx',
  'app/global-error.tsx',
  'app/g/[gym]/(desk)/error.tsx',
  'app/g/[gym]/(desk)/layout.tsx',
  'app/g/[gym]/(desk)/page.tsx',
]);

test('the check-in page initially loads only packages that the first scan needs', () => {
  expect(Object.fromEntries(checkIn.packages)).toEqual({
    '@tanstack/react-query': expect.any(String),
    clsx: expect.any(String),
    'lucide-react': expect.any(String),
    'next-intl': expect.any(String),
    'next/link': expect.any(String),
    'next/navigation': expect.any(String),
    react: expect.any(String),
    // every page of the framework loads it
    'react-dom': expect.any(String),
  });
});

/**
 * By folder. Other parts of the counter are loaded on demand (`components/ui/on-demand.tsx`), and prefetched before
 * they are needed. The verdict, the outbox and the offline notice are not among them, because nothing can be loaded
 * during an outage.
 */
const needed: Record<string, readonly string[]> = {
  cards: ['use-nfc-support.ts'],
  'check-in': [
    'arrange-present.ts',
    'check-in-layout.tsx',
    'earlier-verdicts.tsx',
    'field-snapshot.ts',
    'in-the-gym.tsx',
    'reader-state.tsx',
    'scan-listener.tsx',
    'side-panel.tsx',
    'use-sound-switch.ts',
    'use-verdict-sound.ts',
    'waiting-taps.tsx',
  ],
  dialogs: ['dialog-boundary.tsx'],
  header: ['desk-header.tsx'],
  hooks: ['use-failures.ts', 'use-location-format.ts', 'use-membership-type.ts', 'use-settling.ts', 'use-today.ts'],
  reading: ['prefilled.tsx', 'section-boundary.tsx', 'section-state.tsx'],
  search: ['box.tsx', 'keys.ts', 'matches.tsx', 'member-line.tsx', 'use-member-picker.ts'],
  ui: [
    'alt-shortcut.tsx',
    'announced.tsx',
    'avatar.tsx',
    'badge.tsx',
    'banner.tsx',
    'button.tsx',
    'class-names.ts',
    'dialog-place.ts',
    'error-boundary.tsx',
    'first-click.ts',
    'focus-place.ts',
    'link-button.tsx',
    'link-sign.tsx',
    'late-code.ts',
    'nav-link.tsx',
    'on-demand.tsx',
    'open-dialogs.ts',
    // a session may end before anything else has loaded
    'page-cover.tsx',
    'page-note.tsx',
    'plain-http-notice.tsx',
    'spinner.tsx',
    'toast.ts',
    'toaster.tsx',
  ],
  verdict: [
    'actions.tsx',
    'appearance.ts',
    'broken.tsx',
    'card.tsx',
    'face.tsx',
    'profile-link.tsx',
    'reasons.tsx',
    'record-line.tsx',
    'record.ts',
    'use-reason-text.ts',
  ],
};

test('the check-in page initially loads no dialog, menu or other part that the first scan does not need', () => {
  const components = [...checkIn.files].filter((file) => file.startsWith('components/')).sort();
  const allowed = Object.entries(needed).flatMap(([folder, files]) =>
    files.map((file) => `components/${folder}/${file}`),
  );
  expect(components).toEqual(allowed.sort());
});

test('no page of the counter loads a part of the reports, neither initially nor on demand', () => {
  const counter = sourceFilesOf('app/g/[gym]/(desk)').filter((file) =>
    /\/(page|layout|error|loading)\.tsx$/.test(file),
  );
  const ofReports = (files: Iterable<string>) => [...files].filter((file) => /(^|\/)\(?reports\)?[/.]/.test(file));
  expect(ofReports(everythingLoadedBy(counter).files)).toEqual([]);
  const own = sourceFilesOf('app/g/[gym]/(reports)').filter((file) => /\/(page|layout|error)\.tsx$/.test(file));
  expect(ofReports(everythingLoadedBy(own).files)).toContain('components/reports/period.tsx');
});
