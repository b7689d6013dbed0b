/** Models whose states are large although little of them matters, or changes; written here. */
interface SmallModel {
  readonly text: string;
  readonly query: string;
}

/** So many trains before one bridge; the gate keeps those that wait in a queue. */
export function gate(n: number): SmallModel {
  const text = `const int N = ${n}; typedef int[0, N - 1] id_t; chan appr[N], stop[N], leave[N]; urgent chan go[N];
    process Train(const id_t id) { clock x; state Safe, Appr { x <= 20 }, Stop, Start { x <= 15 }, Cross { x <= 5 }; init Safe;
      trans Safe -> Appr { sync appr[id]!; assign x = 0; }, Appr -> Stop { guard x <= 10; sync stop[id]?; },
        Appr -> Cross { guard x >= 10; assign x = 0; }, Stop -> Start { sync go[id]?; assign x = 0; },
        Start -> Cross { guard x >= 7; assign x = 0; }, Cross -> Safe { guard x >= 3; sync leave[id]!; }; }
    process Gate() { id_t list[N + 1]; int[0, N] len;
      void enqueue(id_t e) { list[len++] = e; }
      void dequeue() { int i = 0; len -= 1; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
      state Free, Occ, Send; commit Send; init Free;
      trans Free -> Occ { guard len > 0; sync go[list[0]]!; }, Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
        Occ -> Send { select e : id_t; sync appr[e]?; assign enqueue(e); }, Send -> Occ { sync stop[list[len - 1]]!; },
        Occ -> Free { select e : id_t; guard e == list[0]; sync leave[e]?; assign dequeue(); }; }
    system Train, Gate;`;
  return { text, query: "A[] forall (i : id_t) forall (j : id_t) Train(i).Cross and Train(j).Cross imply i == j" };
}

/**
 * A pump that gives doses on demand and remembers those of an hour and of a day, minute by minute; its bag is changed after
 * so many minutes.
 */
export function pump(minutes = 10): SmallModel {
  const text = `typedef int[0, 1000] dose_t; dose_t hour[60], day[1440]; int[0, 59] minute; int[0, 1439] time; int inHour, inDay; broadcast chan demand;
    void remember(dose_t &cells[60], int k, dose_t dose) { inHour += dose - cells[k]; cells[k] = dose; }
    void note(dose_t &cells[1440], int k, dose_t dose) { inDay += dose - cells[k]; cells[k] = dose; }
    void next(dose_t dose) { remember(hour, minute, dose); note(day, time, dose); minute = (minute + 1) % 60; time = (time + 1) % 1440; }
    process Pump() { clock x; state Wait { x <= 60 }, Give { x <= 60 }, Changed; init Wait;
      trans Wait -> Give { guard x >= 10 && inHour < 12 && inDay < 40; sync demand?; }, Wait -> Wait { guard x == 60 && time < ${minutes}; assign next(0), x = 0; },
        Give -> Wait { select dose : int[1, 3]; guard x == 60 && time < ${minutes}; assign next(dose), x = 0; }, Wait -> Changed { guard x == 60 && time == ${minutes}; }; }
    process Patient() { clock y; state Calm, Pain; init Calm;
      trans Calm -> Pain { guard y >= 45; sync demand!; assign y = 0; }, Pain -> Calm { guard y >= 30; assign y = 0; }; }
    system Pump, Patient;`;
  return { text, query: "A[] inHour <= 14" };
}
