import {
  Box3,
  LoadingManager,
  Mesh,
  NeutralToneMapping,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  Texture,
  TextureLoader,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'

/** A 3D object on the page. Angles in degrees; it draws only when something has changed. */
export type MeshScene = {
  /** Turns the view to the right and upwards. */
  turn(right: number, up: number): void
  /** Above 1: nearer. */
  zoom(factor: number): void
  reset(): void
  /** Frees everything; it cannot be used any more. */
  dispose(): void
}

type SceneOptions = {
  /** Where the canvas is put; it takes mouse, wheel and touch. */
  place: HTMLElement
  /** Turns into its first position, unless the reader asked for less motion. */
  opensTurning: boolean
  /** The graphics card was taken away: nothing is drawn any more. */
  onLost: () => void
}

/** The opening turn: how far, in radians, and how long, in ms. */
const openingTurn = Math.PI / 2
const openingTime = 1_600

const fieldOfView = 35

/**
 * Shows the GLB file `content`. Throws where it cannot be read, contains nothing to draw, or the
 * browser has no WebGL 2.
 */
export async function openMeshScene(
  content: ArrayBuffer,
  { place, opensTurning, onLost }: SceneOptions,
): Promise<MeshScene> {
  const object = await readObject(content)
  const { center, radius } = new Box3().setFromObject(object).getBoundingSphere(new Sphere())
  if (!(radius > 0 && Number.isFinite(radius))) throw new Error('The object has no size')
  object.position.sub(center)

  const renderer = new WebGLRenderer({ antialias: true, alpha: true })
  renderer.toneMapping = NeutralToneMapping
  const scene = litScene(renderer)
  scene.add(object)
  const camera = placeCamera(radius)
  const controls = new OrbitControls(camera, place)
  controls.enablePan = false
  controls.minDistance = radius * 0.4
  controls.maxDistance = camera.position.length() * 4
  controls.saveState()

  const draw = () => renderer.render(scene, camera)
  controls.addEventListener('change', draw)
  renderer.domElement.addEventListener('webglcontextlost', onLost)
  place.append(renderer.domElement)
  const stopSizing = keepSize(place, renderer, camera, draw)
  const stopTurning = opensTurning ? turnIn(controls, camera) : () => undefined
  controls.addEventListener('start', stopTurning)

  return {
    turn: (right, up) => {
      stopTurning()
      rotate(camera, controls, radians(right), radians(up))
    },
    zoom: (factor) => {
      stopTurning()
      const distance = camera.position.length() / factor
      camera.position.setLength(
        Math.min(controls.maxDistance, Math.max(controls.minDistance, distance)),
      )
      controls.update()
    },
    reset: () => {
      stopTurning()
      controls.reset()
    },
    dispose: () => {
      renderer.domElement.removeEventListener('webglcontextlost', onLost)
      stopTurning()
      stopSizing()
      controls.dispose()
      freeObject(scene)
      renderer.dispose()
      renderer.forceContextLoss()
      renderer.domElement.remove()
    },
  }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A white pixel in place of an image that a file names elsewhere. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

/** Whether an address is inside the file. Nothing else is ever fetched: it could tell who looks. */
export function isInside(address: string): boolean {
  return /^(data|blob):/i.test(address)
}

/** Throws where parts of the geometry are not in the file: they would have to be fetched. */
function requireOwnGeometry(content: ArrayBuffer): void {
  const bytes = new DataView(content).getUint32(12, true)
  const { buffers = [] } = JSON.parse(
    new TextDecoder().decode(new Uint8Array(content, 20, bytes)),
  ) as { buffers?: { uri?: unknown }[] }
  if (buffers.some(({ uri }) => uri !== undefined)) throw new Error('A buffer is elsewhere')
}

async function readObject(content: ArrayBuffer): Promise<Object3D> {
  requireOwnGeometry(content)
  const manager = new LoadingManager()
  manager.setURLModifier((address) => (isInside(address) ? address : nothing))
  const loader = new GLTFLoader(manager)
  // Its own loader fetches `blob:` addresses, which the policy of the page allows for images alone.
  loader.register((parser) => {
    parser.textureLoader = new TextureLoader(manager)
    return { name: 'images' }
  })
  const { scene } = await loader.parseAsync(content, '')
  return scene
}

/** A studio with soft light from all sides, so that metal has something to reflect. */
function litScene(renderer: WebGLRenderer): Scene {
  const scene = new Scene()
  const generator = new PMREMGenerator(renderer)
  const room = new RoomEnvironment()
  scene.environment = generator.fromScene(room, 0.04).texture
  room.dispose()
  generator.dispose()
  scene.environmentIntensity = 0.8
  return scene
}

/** Looks at the middle from the front, a little from the right and from above. */
function placeCamera(radius: number): PerspectiveCamera {
  const distance = (radius / Math.sin(radians(fieldOfView / 2))) * 1.1
  const camera = new PerspectiveCamera(fieldOfView, 1, distance / 100, distance * 20)
  camera.position.set(0.45, 0.35, 1).setLength(distance)
  camera.lookAt(0, 0, 0)
  return camera
}

/** Turns the camera around the middle, never over the poles. */
function rotate(camera: PerspectiveCamera, controls: OrbitControls, right: number, up: number) {
  const distance = camera.position.length()
  const around = Math.atan2(camera.position.x, camera.position.z) - right
  const height = Math.asin(camera.position.y / distance) + up
  const tilt = Math.min(1.5, Math.max(-1.5, height))
  const flat = Math.cos(tilt) * distance
  camera.position.set(Math.sin(around) * flat, Math.sin(tilt) * distance, Math.cos(around) * flat)
  controls.update()
}

/** Turns the object once into its first position. Returns what stops it. */
function turnIn(controls: OrbitControls, camera: PerspectiveCamera): () => void {
  const start = performance.now()
  let done = 0
  let frame = requestAnimationFrame(function step(now) {
    const share = Math.min(1, Math.max(0, (now - start) / openingTime))
    const target = openingTurn * (1 - (1 - share) ** 3)
    rotate(camera, controls, done - target, 0)
    done = target
    if (share < 1) frame = requestAnimationFrame(step)
  })
  rotate(camera, controls, openingTurn, 0)
  return () => cancelAnimationFrame(frame)
}

/** Draws in the size of the place, sharp on dense screens. Returns what ends it. */
function keepSize(
  place: HTMLElement,
  renderer: WebGLRenderer,
  camera: PerspectiveCamera,
  draw: () => void,
): () => void {
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = place
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    renderer.setSize(width, height)
    camera.aspect = width / height
    // A narrow place shows the whole object, too.
    camera.zoom = Math.min(1, camera.aspect)
    camera.updateProjectionMatrix()
    draw()
  })
  observer.observe(place)
  return () => observer.disconnect()
}

function freeObject(scene: Scene): void {
  scene.environment?.dispose()
  scene.traverse((node) => {
    if (!(node instanceof Mesh)) return
    node.geometry.dispose()
    for (const material of [node.material].flat()) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose()
      material.dispose()
    }
  })
}
