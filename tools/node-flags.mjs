/**
 * Options of Node with which the built program runs. Dockerfile and docs/operations.md repeat them. By default the heap
 * grows to four times its used size before a collection: under load 100 MB of garbage on top of 35 MB of objects. At a
 * fifth above, it is collected every few seconds for some 10 ms. New objects get at most 8 MB at a time, half of what
 * Node 20 gives them and a quarter of what Node 24 does. With the collector exposed, the program also removes the
 * garbage of its start.
 */
export const nodeFlags = [
  '--heap-growing-percent=20',
  '--max-semi-space-size=8',
  '--expose-gc',
  '--enable-source-maps',
]
