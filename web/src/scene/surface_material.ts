// How surfaces are painted: baked light, a faint grid of metres, and a hole where something hides the mover.
import { FrontSide, MeshBasicMaterial, Vector3, type IUniform, type Side } from 'three';

/** Shared by all surfaces: where the mover is, and how wide the view on it is kept, metres. */
export const cutAway: { mover: IUniform<Vector3>; radius: IUniform<number> } = {
  mover: { value: new Vector3() },
  radius: { value: 0 },
};

const VERTEX = /* glsl */ `
  vPlace = (modelMatrix * vec4(transformed, 1.0)).xyz;
`;

// A point is cut where it is nearer to the camera than the mover and near the line between them.
const FRAGMENT = /* glsl */ `
  vec3 toMover = uMover - cameraPosition;
  float way = length(toMover);
  vec3 along = toMover / way;
  vec3 here = vPlace - cameraPosition;
  float ahead = dot(here, along);
  if (uRadius > 0.0 && ahead < way - 0.75) {
    float aside = length(here - along * ahead) / (uRadius * (0.35 + 0.65 * ahead / way));
    if (aside < 1.0) {
      float soft = smoothstep(0.82, 1.0, aside);
      float dither = fract(dot(floor(gl_FragCoord.xy), vec2(0.5, 0.25)));
      if (soft <= dither) discard;
    }
  }
#ifdef METRE_GRID
  vec3 facing = abs(normalize(cross(dFdx(vPlace), dFdy(vPlace))));
  vec2 flatAt = facing.z > 0.5 ? vPlace.xy : facing.x > facing.y ? vPlace.yz : vPlace.xz;
  vec2 wide = max(fwidth(flatAt), vec2(1e-5));
  vec2 nearLine = abs(fract(flatAt - 0.5) - 0.5) / wide;
  float grid = 1.0 - min(min(nearLine.x, nearLine.y), 1.0);
  float seen = 1.0 - smoothstep(0.06, 0.3, max(wide.x, wide.y));
  diffuseColor.rgb *= 1.0 - 0.13 * grid * seen;
#endif
`;

/** The grid is for graphics cards: software GL has other things to do. */
export const grid = { on: true };

export function surfaceMaterial(side: Side = FrontSide): MeshBasicMaterial {
  const material = new MeshBasicMaterial({
    vertexColors: true,
    side,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  if (grid.on) material.defines = { METRE_GRID: '' };
  material.onBeforeCompile = (shader) => {
    shader.uniforms.uMover = cutAway.mover;
    shader.uniforms.uRadius = cutAway.radius;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;')
      .replace('#include <project_vertex>', `#include <project_vertex>\n${VERTEX}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace;\nuniform vec3 uMover;\nuniform float uRadius;')
      .replace('#include <color_fragment>', `#include <color_fragment>\n${FRAGMENT}`);
  };
  return material;
}
