import { parentPort, workerData } from 'node:worker_threads'

// A separate thread, so that work of the attacker's thread does not count as the server's time.
const { live, list } = workerData
const watched = { live: 0, list: 0, calls: 0 }
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
  watched.live = Math.max(watched.live, await took(live))
  watched.list = Math.max(watched.list, await took(list))
  watched.calls += 2
  await new Promise((resolve) => setTimeout(resolve, 10))
}
parentPort.postMessage(watched)
parentPort.close()
