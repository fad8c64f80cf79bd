import { nameLocation } from '#lib/browser/tab-location.ts';

nameLocation();
