/** Who acts: the signed-in member of staff with where the request came from. */
export interface Actor {
  /** The identity provider's subject: stable, unlike an e-mail address. */
  id: string
  email: string
  name: string
  /** Network address of the client. */
  address: string
  requestId: string
}

/** The program itself, for what jobs change. */
export const systemActor: Actor = {
  id: 'system',
  email: 'system',
  name: 'Greenroom',
  address: '',
  requestId: '',
}
