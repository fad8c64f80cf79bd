export interface Machine {
  machineType: string;
  activityName: string;
  bodyRegion: string;
  /** The weight that a strong member moves on it. */
  kg: number;
}

/** The machines of a strength circuit. */
export const machines: readonly Machine[] = [
  { machineType: 'LEG_PRESS', activityName: 'Leg press', bodyRegion: 'LEGS', kg: 260 },
  { machineType: 'LEG_EXTENSION', activityName: 'Leg extension', bodyRegion: 'LEGS', kg: 110 },
  { machineType: 'LEG_CURL', activityName: 'Leg curl', bodyRegion: 'LEGS', kg: 90 },
  { machineType: 'ABDUCTOR', activityName: 'Abductor', bodyRegion: 'LEGS', kg: 100 },
  { machineType: 'CHEST_PRESS', activityName: 'Chest press', bodyRegion: 'UPPER_BODY', kg: 120 },
  { machineType: 'SEATED_ROW', activityName: 'Seated row', bodyRegion: 'UPPER_BODY', kg: 110 },
  { machineType: 'LAT_PULLDOWN', activityName: 'Lat pulldown', bodyRegion: 'UPPER_BODY', kg: 100 },
  { machineType: 'SHOULDER_PRESS', activityName: 'Shoulder press', bodyRegion: 'UPPER_BODY', kg: 80 },
  { machineType: 'BACK_EXTENSION', activityName: 'Back extension', bodyRegion: 'CORE', kg: 110 },
  { machineType: 'ABDOMINAL_CRUNCH', activityName: 'Abdominal crunch', bodyRegion: 'CORE', kg: 80 },
];

export const flexibilityTypes = ['HIP_FLEXOR', 'HAMSTRING', 'CHEST', 'TORSO_ROTATION'] as const;
export const measurementSources = ['BODY_SCALE', 'BODY_SCALE', 'MANUAL'] as const;
