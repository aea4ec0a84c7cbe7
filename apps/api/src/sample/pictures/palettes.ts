/** The colours of an image, from the ground to the foreground. */
export interface Palette {
  ground: string
  /** Close to the ground, for the background. */
  field: string
  shape: string
  accent: string
}

export const palettes: readonly [Palette, ...Palette[]] = [
  { ground: '#12352a', field: '#1d4b3b', shape: '#3f8a69', accent: '#d3e26a' },
  { ground: '#16233f', field: '#213357', shape: '#4a6da3', accent: '#f0c35e' },
  { ground: '#f1e6d3', field: '#e3d0b0', shape: '#b98f55', accent: '#6f3f1c' },
  { ground: '#3a1f3f', field: '#54305a', shape: '#8d5690', accent: '#f3a59b' },
  { ground: '#dfeaf2', field: '#c3d7e6', shape: '#6d9fc4', accent: '#174a73' },
  { ground: '#772d1f', field: '#924031', shape: '#c9694a', accent: '#f8dcb6' },
  { ground: '#0f3b3e', field: '#1b5256', shape: '#3e8f8b', accent: '#f6b26b' },
  { ground: '#e7eddc', field: '#cddcb7', shape: '#7f9f5a', accent: '#2f4a24' },
  { ground: '#222a31', field: '#323d47', shape: '#5d7385', accent: '#8ed2ec' },
  { ground: '#f7dfd6', field: '#efc4b5', shape: '#d9836b', accent: '#5b2338' },
  { ground: '#2a2550', field: '#3c366d', shape: '#7069b3', accent: '#a8e6c8' },
]
