/**
 * Lets React update a page whose text nodes were replaced by a translator or another extension. Otherwise removing such
 * a node, or inserting before it, throws, and the screen is replaced by an error.
 * @see https://github.com/facebook/react/issues/11538
 */
export function tolerateMovedNodes(prototype: Node = Node.prototype): void {
  const { insertBefore, removeChild } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  // Libraries pass undefined for the end, as browsers accept.
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before?: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}
