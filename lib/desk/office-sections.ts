/** The parts of the office, in the order of its navigation. Another part is another line, and a page at its address. */
export const officeSections = [
  { section: 'staff', href: '/office/staff' },
  { section: 'location', href: '/office/location' },
  { section: 'migration', href: '/office/migration' },
] as const;
export type OfficeSection = (typeof officeSections)[number]['section'];
