import { parentPort, workerData } from 'node:worker_threads'

// A separate thread, so that work of the attacker's thread does not count as the server's time.
const { live, list } = workerData
const slowest = { live: 0, list: 0 }
let going = true
parentPort.on('message', () => {
  going = false
})

async function took([url, options]) {
  const began = performance.now()
  await (await fetch(url, options)).text()
  return performance.now() - began
}

while (going) {
  slowest.live = Math.max(slowest.live, await took(live))
  slowest.list = Math.max(slowest.list, await took(list))
  await new Promise((resolve) => setTimeout(resolve, 10))
}
parentPort.postMessage(slowest)
parentPort.close()
