import { createIcon } from '#web/ui/icons/icon.tsx'

// Icons of the canvas alone.

export const Eye = createIcon(
  'M2.06 12.35a1 1 0 0 1 0-.7 10.75 10.75 0 0 1 19.88 0 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-19.88 0M9 12a3 3 0 1 0 6 0 3 3 0 1 0 -6 0z',
)
export const EyeOff = createIcon(
  'M10.73 5.08a10.74 10.74 0 0 1 11.21 6.57 1 1 0 0 1 0 .7 10.75 10.75 0 0 1-1.44 2.49M14.08 14.16a3 3 0 0 1-4.24-4.24M17.48 17.5a10.75 10.75 0 0 1-15.42-5.15 1 1 0 0 1 0-.7 10.75 10.75 0 0 1 4.45-5.14M2 2l20 20',
)
export const Hand = createIcon(
  'M18 11V6a2 2 0 0 0-4 0M14 10V4a2 2 0 0 0-4 0v2M10 10.5V6a2 2 0 0 0-4 0v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15',
)
export const Move = createIcon(
  'M12 2v20M2 12h20M19 9l3 3-3 3M5 9l-3 3 3 3M9 5l3-3 3 3M9 19l3 3 3-3',
)
export const TypeIcon = createIcon('M4 7V4h16v3M9 20h6M12 4v16')
export const Shapes = createIcon(
  'M8.3 10a.7.7 0 0 1-.626-1.079L11.4 3a.7.7 0 0 1 1.198-.043L16.3 8.9a.7.7 0 0 1-.572 1.1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM14 17.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0 -7 0z',
)
export const PaintBucket = createIcon(
  'M19 11l-8-8-8.6 8.6a2 2 0 0 0 0 2.8l5.2 5.2c.8.8 2 .8 2.8 0L19 11zM5 2l5 5M2 13h15M22 20a2 2 0 1 1-4 0c0-1.6 1.7-2.4 2-4 .3 1.6 2 2.4 2 4z',
)
export const FolderPlus = createIcon(
  'M12 10v6M9 13h6M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2z',
)
export const FolderOutput = createIcon(
  'M2 7.5V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.900l.81 1.2a2 2 0 0 0 1.67.900H20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-1.5M2 13h10M5 10l-3 3 3 3',
)
export const SquareDashed = createIcon(
  'M5 3a2 2 0 0 0-2 2M19 3a2 2 0 0 1 2 2M21 19a2 2 0 0 1-2 2M5 21a2 2 0 0 1-2-2M9 3h1M9 21h1M14 3h1M14 21h1M3 9v1M21 9v1M3 14v1M21 14v1',
)
export const Lasso = createIcon(
  'M3.7 14.47a10 8 0 1 1 3.12 2.37M7 22a5 5 0 0 1-2-3.99M3 16a2 2 0 1 0 4 0 2 2 0 1 0 -4 0z',
)
export const Wand = createIcon(
  'M15 4V2M15 16v-2M8 9h2M20 9h2M17.8 11.8 19 13M15 9h.01M17.8 6.2 19 5M3 21l9-9M12.2 6.2 11 5',
)
export const Stamp = createIcon(
  'M14 13V8.5C14 7 15 7 15 5a3 3 0 0 0-6 0c0 2 1 2 1 3.5V13M20 15.5a2.5 2.5 0 0 0-2.5-2.5h-11A2.5 2.5 0 0 0 4 15.5V17a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1zM5 22h14',
)
export const Bandage = createIcon(
  'M10 10.01h.01M10 14.01h.01M14 10.01h.01M14 14.01h.01M18 6v12M6 6v12M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z',
)
export const Crosshair = createIcon(
  'M2 12a10 10 0 1 0 20 0 10 10 0 1 0 -20 0zM22 12h-4M6 12H2M12 6V2M12 22v-4',
)
