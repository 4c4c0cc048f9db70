import type { ComponentType } from 'react'
import { usePermissions } from '#web/admin/use-permission.ts'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { BlockedHashes } from './blocked-hashes.tsx'
import { BlockedTerms } from './blocked-terms.tsx'

const FeatureSections = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/moderation-section.tsx', {
    eager: true,
    import: 'ModerationSection',
  }),
)

/** What features add, the hashes of removed files, and the blocked terms. */
export function ModerationTab() {
  const may = usePermissions()
  return (
    <div className="flex flex-col gap-10">
      <FeatureSections />
      <BlockedHashes />
      {may('settings.read') && <BlockedTerms />}
    </div>
  )
}
