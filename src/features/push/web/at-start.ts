export { startPush as atStart } from './push.ts'
