import type { ComponentType } from 'react'

type Pack = { id: string; credits: number }

/** The packs on sale in a few lines: the file `web/pack-choice.tsx` of the feature that sells them. */
type PackChoiceFile = {
  usePacks(): readonly Pack[]
  PackChoice: ComponentType<{
    /** The required credits; nothing is shown when that is unknown. */
    missing: number | undefined
    /** Where the person goes on afterwards. */
    returnTo: string
  }>
}

const modules = import.meta.glob<PackChoiceFile>('/src/features/*/web/pack-choice.tsx', {
  eager: true,
})
const none: readonly Pack[] = []
const nothing: PackChoiceFile = { usePacks: () => none, PackChoice: () => null }

/** Where no feature sells credits, there are no packs. */
export const { usePacks, PackChoice } = Object.values(modules)[0] ?? nothing
