import type { FastifyReply } from 'fastify'

/** Whether the answer has been sent, or nobody can receive it any more. */
export const isOver = ({ raw, request }: FastifyReply): boolean =>
  raw.destroyed || raw.writableFinished || request.raw.socket.destroyed

/**
 * Calls back once when the answer has been sent or its connection is closed; at once where that is so already. What closes while
 * the caller is still being authenticated says so only then, and an answer that waits behind another on its connection never
 * does: the connection itself is watched too.
 */
export function whenOver(reply: FastifyReply, then: () => void): void {
  if (isOver(reply)) {
    then()
    return
  }
  const { raw, request } = reply
  const { socket } = request.raw
  const over = () => {
    raw.off('finish', over).off('close', over)
    socket.off('close', over)
    then()
  }
  raw.once('finish', over).once('close', over)
  socket.once('close', over)
}
