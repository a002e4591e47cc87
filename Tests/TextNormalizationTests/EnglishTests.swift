import Testing
import TextNormalization

@Suite struct `What an English coach writes` {
  private func expect(_ cases: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation) {
    let normalizer = TextNormalizer(tag: "en-GB")
    for (written, said) in cases {
      #expect(normalizer.spoken(written) == said, "\(written)", sourceLocation: sourceLocation)
    }
  }

  @Test func `is unchanged where nothing is abbreviated`() {
    expect([
      ("Get ready", "Get ready"), ("Set 3 completing in", "Set 3 completing in"), ("3", "3"), ("", ""),
      ("Push-ups", "Push-ups"), ("Don't stop, breathe!", "Don't stop, breathe!"), ("80% of max", "80% of max"),
      ("Tabata complete", "Tabata complete"), ("Mountain climbers (slow)", "Mountain climbers (slow)"),
      ("Turn I and you", "Turn I and you"), ("Mix it up", "Mix it up"), ("Plan B, vitamin C", "Plan B, vitamin C"),
      ("1 minute 30 seconds", "1 minute 30 seconds"), ("Zone 2", "Zone 2"), ("Rest...", "Rest..."),
    ])
  }

  @Test func `expands repetitions`() {
    expect([
      ("3x12", "3 times 12"), ("3 x 12 push-ups", "3 times 12 push-ups"), ("5×5 squats", "5 times 5 squats"),
      ("10x", "10 times"), ("Burpees x10", "Burpees 10 times"), ("Burpees x 10", "Burpees 10 times"), ("1x", "once"),
      ("10x burpees", "10 times burpees"), ("2x30s", "2 times 30 seconds"), ("3x12x10kg", "3 times 12 times 10 kilos"),
      ("4X400m", "4 times 400 meters"), ("Squat x 60kg", "Squat times 60 kilos"), ("x-ray", "x-ray"),
      ("×8", "8 times"), ("Hold (x3)", "Hold (3 times)"),
    ])
  }

  @Test func `expands quantities and durations`() {
    expect([
      ("10kg", "10 kilos"), ("1 kg", "1 kilo"), ("24KG", "24 kilos"), ("53lb", "53 pounds"), ("35 lbs.", "35 pounds."),
      ("30s", "30 seconds"), ("30 sec. plank", "30 second plank"), ("1s", "1 second"), ("45SEC", "45 seconds"),
      ("2min", "2 minutes"), ("1hr", "1 hour"), ("400m", "400 meters"), ("Rest 2m", "Rest 2 minutes"),
      ("5k", "5k"), ("10km", "10 kilometers"), ("1.5 kg", "1.5 kilos"), ("1,5 kg", "1.5 kilos"),
      ("1,000m", "1,000 meters"),
      ("15 cal row", "15 calorie row"), ("200W", "200 watts"), ("150 bpm", "150 beats per minute"),
      ("12 km/h", "12 kilometers an hour"), ("5 min/km", "5 minutes a kilometer"), ("30s.", "30 seconds."),
      ("30s/30s", "30 seconds, 30 seconds"), ("3RM", "3 rep max"),
    ])
  }

  @Test func `expands clock times`() {
    expect([
      ("1:30", "1 minute 30 seconds"), ("0:45 plank", "45 seconds plank"), ("10:00", "10 minutes"),
      ("1:00:00", "1 hour"), ("1:01:01", "1 hour 1 minute 1 second"), ("0:00", "0 seconds"), ("2:1", "two to one"),
      ("1m30s", "1 minute 30 seconds"), ("1h30", "1 hour 30 minutes"), ("2min30", "2 minutes 30 seconds"),
      ("1h5m", "1 hour 5 minutes"), ("5'30\"", "5 minutes 30 seconds"), ("45\" hold", "45 second hold"),
      ("\"Level 3\" \"go\"", "\"Level 3\" \"go\""),
    ])
  }

  @Test func `expands fractions`() {
    expect([
      ("3/4", "three quarters"), ("1/2 squat", "half squat"), ("1 1/2 rounds", "1 and a half rounds"),
      ("2½", "2 and a half"), ("2¾ miles", "2 and three quarters miles"), ("¾ push-up", "three quarters push-up"),
      ("Set 1/3", "Set 1 of 3"),
      ("Round 3/4: go", "Round 3 of 4: go"), ("40/20", "40, 20"), ("10/8/6", "10, 8, 6"), ("24/7", "24, 7"),
    ])
  }

  @Test func `expands ranges and sequences`() {
    expect([
      ("8-12", "8 to 12"), ("8–12 reps", "8 to 12 reps"), ("8 - 12", "8 to 12"), ("30-45s", "30 to 45 seconds"),
      ("HIIT 30-20", "hit 30, 20"), ("4-2-1-0", "4, 2, 1, 0"), ("10-9-8-7", "10, 9, 8, 7"), ("21-15-9", "21, 15, 9"),
      ("1-2-3 go", "1, 2, 3 go"), ("Couch to 5-k", "Couch to 5-k"), ("10 -12", "10 -12"),
    ])
  }

  @Test func `names sides`() {
    expect([
      ("Side plank L/R", "Side plank left and right"), ("Lunge (L)", "Lunge left"), ("Lunge (R)", "Lunge right"),
      ("Lunge L", "Lunge left"), ("Side plank R, 30s", "Side plank right, 30 seconds"), ("L-sit", "L-sit"),
      ("Level L", "Level L"), ("Hold R arm", "Hold right arm"), ("L leg", "left leg"),
      ("10 L leg raises", "10 left leg raises"),
      ("No. 3", "number 3"), ("No. Go", "No. Go"),
      ("10/side", "10 per side"), ("12/leg", "12 per leg"), ("8 ea", "8 each"), ("8 ea. side", "8 each side"),
      ("8 ea.", "8 each."),
    ])
  }

  @Test func `is short for something`() {
    expect([
      ("HIIT", "hit"), ("EMOM 10", "ee-mom 10"), ("AMRAP", "am-rap"), ("KB swings", "kettlebell swings"),
      ("2 KBs", "2 kettlebells"), ("DB row w/ pause", "dumbbell row with pause"),
      ("Plank w/o rest", "Plank without rest"),
      ("w/band", "with band"), ("T2B", "toes to bar"), ("T2Bx", "T2Bx"), ("alt lunges", "alternating lunges"),
      ("Push & pull", "Push and pull"), ("Squat + press", "Squat plus press"), ("5 @ 80%", "5 at 80%"),
      ("#3", "number 3"), ("~10", "about 10"), ("kb", "kb"), ("SKB", "SKB"), ("Yoga vs. rest", "Yoga versus rest"),
      ("Squat → Press", "Squat, Press"), ("Squat -> Press", "Squat, Press"), ("Squat / Press", "Squat, Press"),
      ("* Squat *", "Squat"), ("| Squat |", "Squat,"), ("w/u 400", "warm-up 400"),
      ("C/D 10 min", "cool-down 10 minutes"),
      ("VO2 max", "V O 2 max"), ("VO₂max", "V O 2 max"), ("100 IM", "100 I M"), ("Rd 1", "round 1"),
      ("Rd. 2/3", "round 2 of 3"), ("km 5", "kilometer 5"), ("5 km 30/30", "5 kilometers 30, 30"),
      ("ca. 5 min", "circa 5 minutes"), ("140 HR", "140 heart rate"), ("2 HR", "2 hours"),
      ("Lun\u{AD}ge KB\u{AD}s", "Lunge kettlebells"),
    ])
  }

  @Test func `counts in Roman numerals`() {
    expect([
      ("Part II", "Part 2"), ("Phase III: load", "Phase 3: load"), ("Bench IV", "Bench 4"), ("Part I", "Part 1"),
      ("Week V", "Week 5"), ("Level X", "Level 10"), ("XXXIX", "39"), ("XL", "XL"), ("IIII", "IIII"), ("VX", "VX"),
      ("IIX", "IIX"), ("Malcolm X", "Malcolm X"), ("mix", "mix"), ("VIP", "VIP"),
    ])
  }
}
