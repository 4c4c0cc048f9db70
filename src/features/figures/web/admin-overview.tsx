import { Suspense } from 'react'
import { usePermissions } from '#web/admin/use-permission.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'

const Figures = lazyPart(async () => (await import('./figures.tsx')).Figures)

/** The figures of the studio, for those who may read them. */
export default function FiguresPart() {
  const may = usePermissions()
  return may('figures.read') ? (
    <Suspense>
      <Figures />
    </Suspense>
  ) : null
}
