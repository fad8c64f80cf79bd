/** Cards are kept as `0x` and upper case digits, and so compared without regard to case. */
export const toStoredRfid = (rfid: string): string => rfid.toUpperCase().replace(/^0X/, '0x');
