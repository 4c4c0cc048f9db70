import { LandingPage } from '#web/features/landing-page.tsx'
import { samples } from '../samples/samples.ts'

export function StartPage() {
  return <LandingPage samples={samples} />
}
