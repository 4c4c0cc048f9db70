import { LandingPage } from '#web/landing/landing-page.tsx'
import { stripSamples } from '../samples/strip.ts'
import { wallSamples } from '../samples/wall.ts'

export function StartPage() {
  return <LandingPage samples={stripSamples} wall={wallSamples} />
}
