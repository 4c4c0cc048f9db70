import { useLayoutEffect } from 'react'
import { navigate, useLocation } from '#web/lib/location.ts'
import type { PageProps } from '../pages.ts'
import { forwardTarget } from './forward-target.ts'

/**
 * Goes where the address leads, with everything it carries; going back does not come here again.
 */
export function ForwardPage({ path }: PageProps) {
  const { query, search, hash } = useLocation()
  const target = forwardTarget(path, query)
  useLayoutEffect(() => {
    if (target) navigate(target + search + hash, { replace: true })
  }, [target, search, hash])
  return null
}
