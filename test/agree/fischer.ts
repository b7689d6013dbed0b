/** Fischer's protocol with so many processes, safe for any delay. */
export function fischer(n: number, k = 2): string {
  return `const int N = ${n}; int[0, N] id;
    process P(const int[1, N] i) {
      clock x;
      state idle, req { x <= ${k} }, wait, cs;
      init idle;
      trans
        idle -> req { guard id == 0; assign x = 0; },
        req -> wait { guard x <= ${k}; assign x = 0, id = i; },
        wait -> req { guard id == 0; assign x = 0; },
        wait -> cs { guard x > ${k} && id == i; },
        cs -> idle { assign id = 0; };
    }
    system P;`;
}
