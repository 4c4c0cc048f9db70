import type { IconComponent } from '#web/ui/icons/icon.tsx'

export type Entry = {
  path: string
  label: () => string
  isNew?: true
}

export type Section = Entry & { icon: IconComponent; children: readonly Entry[] }

/** A section that a feature adds, and its place from above. */
export type AddedSection = Section & {
  place: number
  /** What a visitor finds there. Without it, it is for those who are signed in. */
  forVisitors?: () => string
}

/** What features add above the history (`web/nav-section.ts`). */
export const addedSections: readonly AddedSection[] = Object.values(
  import.meta.glob<AddedSection>('/src/features/*/web/nav-section.ts', {
    eager: true,
    import: 'navSection',
  }),
).toSorted((one, other) => one.place - other.place)

/** Those for everyone. */
export const sectionsForVisitors = addedSections.flatMap(({ path, label, forVisitors }) =>
  forVisitors ? [{ path, label, text: forVisitors }] : [],
)
